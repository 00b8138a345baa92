/** A command is called in a way that it does not have; the message says what is wrong. */
export class UsageError extends Error {}
