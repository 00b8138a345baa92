/** A calendar that cannot be read. `message` completes "the calendar …" and contains nothing of it. */
export class UnreadableCalendarError extends Error {}
