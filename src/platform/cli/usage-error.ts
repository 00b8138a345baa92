/** A command was called with a wrong option or value; the message says which. */
export class UsageError extends Error {}
