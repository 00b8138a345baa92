import { Reply } from '../../../../platform/http/envelope/envelope';
import { PAYMENT_STATUSES, type PaymentStatus, type Status, STATUSES } from '../../../appointment-status';
import { INTEGER } from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../../platform/http/validation/members';

/** The number of appointments with each status, zero included. */
export class StatusCountsResponse
  extends AnswerOf({
    pending: answered(INTEGER, { example: 1 }),
    confirmed: answered(INTEGER, { example: 12 }),
    completed: answered(INTEGER, { example: 30 }),
    cancelled: answered(INTEGER, { example: 4 }),
    'no-show': answered(INTEGER, { example: 0 }),
  })
  implements Record<Status, number> {}

/** The number of appointments with each payment status, zero included. */
export class PaymentStatusCountsResponse
  extends AnswerOf({
    none: answered(INTEGER, { example: 14 }),
    pending: answered(INTEGER, { example: 2 }),
    paid: answered(INTEGER, { example: 30 }),
    failed: answered(INTEGER, { example: 0 }),
    refunded: answered(INTEGER, { example: 1 }),
  })
  implements Record<PaymentStatus, number> {}

interface StatusTally {
  readonly status: Status;
  readonly total: number;
}

interface PaymentStatusTally {
  readonly payment_status: PaymentStatus;
  readonly total: number;
}

export const TOTAL_META = { total: { type: 'integer', example: 47 } } as const;

export function toStatusCounts(tallies: readonly StatusTally[]): StatusCountsResponse {
  return countBy(STATUSES, tallies, ({ status }) => status);
}

export function toPaymentStatusCounts(tallies: readonly PaymentStatusTally[]): PaymentStatusCountsResponse {
  return countBy(PAYMENT_STATUSES, tallies, ({ payment_status }) => payment_status);
}

export function toStatusCountsReply(
  tallies: readonly StatusTally[],
): Reply<StatusCountsResponse, { readonly total: number }> {
  return new Reply(toStatusCounts(tallies), { total: sum(tallies, ({ total }) => total) });
}

export function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function countBy<Key extends string, Tally extends { readonly total: number }>(
  keys: readonly Key[],
  tallies: readonly Tally[],
  keyOf: (tally: Tally) => Key,
): Record<Key, number> {
  const countOf = (key: Key) => sum(tallies, (tally) => (keyOf(tally) === key ? tally.total : 0));
  return Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<Key, number>;
}
