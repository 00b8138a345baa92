import type { Job } from '../../../platform/queue/jobs';

/** The queue of messages: a job for each that is to be sent. Made by a migration. */
export const MESSAGES = 'notifications';

/** What is queued in the place of a message: where its record is. */
export interface MessageJob {
  readonly notificationId: number;
}

/** A turn at sending a message, which nobody else has. */
export type Turn = Job<MessageJob>;
