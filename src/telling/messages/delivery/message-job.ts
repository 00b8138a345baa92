import type { Job } from '../../../platform/queue/jobs';

/** The name of the queue, which a migration creates. It holds a job for each message that is to be sent. */
export const MESSAGE_QUEUE = 'notifications';

export interface MessageJobData {
  readonly notificationId: number;
}

/** A job that this worker has taken, and no other worker can take. */
export type MessageJob = Job<MessageJobData>;
