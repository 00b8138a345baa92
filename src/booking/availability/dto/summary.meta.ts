import { Reply } from '../../../platform/http/envelope/envelope';
import type { RangeSlots } from '../availability-views';
import { type DaySummaryResponse, toSummaryResponse } from './day.response';

/** What a summary covers (docs/reference/conventions.md). */
interface SummaryMeta {
  readonly from: string | null;
  readonly to: string | null;
  readonly serviceId: number;
  /** Null with any provider. */
  readonly providerId: number | null;
  readonly timezone: string;
  readonly total: number;
}

export const SUMMARY_META = {
  from: { type: 'string', format: 'date', example: '2026-12-01' },
  to: { type: 'string', format: 'date', example: '2026-12-31' },
  serviceId: { type: 'integer', example: 1 },
  providerId: { type: 'integer', nullable: true, example: 2 },
  timezone: { type: 'string', example: 'UTC' },
  total: { type: 'integer', example: 31, description: 'How many dates' },
} as const;

export function toSummaryReply(offered: RangeSlots): Reply<DaySummaryResponse[], SummaryMeta> {
  const { days, service, providerId, timeZone } = offered;
  return new Reply(toSummaryResponse(offered), {
    from: days[0]?.date ?? null,
    to: days.at(-1)?.date ?? null,
    serviceId: service.id,
    providerId,
    timezone: timeZone,
    total: days.length,
  });
}
