import type { RangeSlots } from '../availability.service';
import type { RangeQuery } from './range.query';

/** What a summary was asked for (decisions, section 1, "list `meta`"). */
export interface SummaryMeta {
  readonly from: string | null;
  readonly to: string | null;
  readonly serviceId: number;
  readonly providerId: number;
  readonly timezone: string;
  readonly total: number;
}

/** Schemas of its members. */
export const SUMMARY_META = {
  from: { type: 'string', format: 'date', example: '2026-12-01' },
  to: { type: 'string', format: 'date', example: '2026-12-31' },
  serviceId: { type: 'integer', example: 1 },
  providerId: { type: 'integer', example: 2 },
  timezone: { type: 'string', example: 'UTC' },
  total: { type: 'integer', example: 31, description: 'How many dates' },
} as const;

export function toSummaryMeta(
  { serviceId, providerId }: RangeQuery,
  { days, timeZone }: RangeSlots,
): SummaryMeta {
  const [from, to] = [days[0]?.date ?? null, days.at(-1)?.date ?? null];
  return { from, to, serviceId, providerId, timezone: timeZone, total: days.length };
}
