/** Which events of a busy calendar count: those that are not marked as free, or all. */
export const BUSY_IF = ['opaque', 'all'] as const;
export type BusyIf = (typeof BUSY_IF)[number];
