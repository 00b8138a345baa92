/** A calendar that cannot be read. `message` completes "the calendar …" and contains nothing of it. */
export class UnreadableCalendarError extends Error {}

/** A part of a calendar that cannot be read. `message` completes "the event …" and contains nothing of it. */
export class UnreadableEventError extends Error {}

/** An event that could not be read, for the owner of the calendar to find it. */
export interface Unreadable {
  readonly uid?: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly why: string;
}

export function unreadable(why: string): never {
  throw new UnreadableEventError(why);
}
