/** States of an appointment (docs/reference/appointments.md), in the order in which they are shown. */
export const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'no-show'] as const;
export type Status = (typeof STATUSES)[number];

/** The states in which an appointment occupies its provider's time. */
export const OCCUPYING = ['pending', 'confirmed', 'completed'] as const satisfies readonly Status[];

/** The states in which it does not. */
export const FREED = ['cancelled', 'no-show'] as const satisfies readonly Status[];

/** The states in which an appointment is still to take place. */
export const EXPECTED = ['pending', 'confirmed'] as const satisfies readonly Status[];

/** The states that a new appointment may have. */
export const BOOKED_AS = ['pending', 'confirmed'] as const satisfies readonly Status[];

/** The states in which nothing is left to happen, at any time of the appointment. */
export const SETTLED = ['completed', 'cancelled', 'no-show'] as const satisfies readonly Status[];

/** Who cancelled an appointment. `expired`: the service did, because it was pending for too long. */
export const CANCELLED_BY = ['customer', 'business', 'expired'] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

/** Those that a body may name. */
export const CANCELLERS = ['customer', 'business'] as const satisfies readonly CancelledBy[];

export const PAYMENT_STATUSES = ['none', 'pending', 'paid', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export function occupies(status: Status): boolean {
  return (OCCUPYING as readonly Status[]).includes(status);
}

/** `occupies` as an SQL condition. @param column the status column, such as `a.status` */
export function isOccupying(column: string): string {
  return isOneOf(column, OCCUPYING);
}

export function isToCome(status: Status): boolean {
  return (EXPECTED as readonly Status[]).includes(status);
}

/** The SQL condition that an appointment is still to take place. @param column the status column */
export function isExpected(column: string): string {
  return isOneOf(column, EXPECTED);
}

/** The SQL condition that nothing is left to happen. @param column the status column */
export function isSettled(column: string): string {
  return isOneOf(column, SETTLED);
}

/** An SQL condition: a column has one of some values. */
export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}

/** The SQL condition that a claim, an appointment or a hold counts: it has not expired. @param row its alias @param now a placeholder */
export function isLive(row: string, now: string): string {
  return `(${row}.expires_at is null or ${row}.expires_at > ${now})`;
}
