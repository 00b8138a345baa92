import type { RangeSlots } from '../availability-views';
import type { RangeQuery } from './range.query';

/** What a summary covers (docs/interface.md, Conventions). */
export interface SummaryMeta {
  readonly from: string | null;
  readonly to: string | null;
  readonly serviceId: number;
  /** Null with any provider. */
  readonly providerId: number | null;
  readonly timezone: string;
  readonly total: number;
}

/** Schemas of its members. */
export const SUMMARY_META = {
  from: { type: 'string', format: 'date', example: '2026-12-01' },
  to: { type: 'string', format: 'date', example: '2026-12-31' },
  serviceId: { type: 'integer', example: 1 },
  providerId: { type: 'integer', nullable: true, example: 2 },
  timezone: { type: 'string', example: 'UTC' },
  total: { type: 'integer', example: 31, description: 'How many dates' },
} as const;

export function toSummaryMeta(
  { serviceId, providerId, anyProvider }: RangeQuery,
  { days, timeZone }: RangeSlots,
): SummaryMeta {
  const [from, to] = [days[0]?.date ?? null, days.at(-1)?.date ?? null];
  return {
    from,
    to,
    serviceId,
    providerId: anyProvider === true ? null : (providerId ?? null),
    timezone: timeZone,
    total: days.length,
  };
}
