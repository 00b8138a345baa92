import type { DateSlots } from '../availability-views';
import type { SlotsQuery } from './slots.query';

/** What a list of slots covers (docs/interface.md, Endpoints). */
export interface SlotsMeta {
  readonly date: string;
  readonly serviceId: number;
  readonly providerId: number | null;
  readonly timezone: string;
  readonly durationMin: number;
  readonly total: number;
}

/** Schemas of its members. */
export const SLOTS_META = {
  date: { type: 'string', format: 'date', example: '2026-12-01' },
  serviceId: { type: 'integer', example: 1 },
  providerId: { type: 'integer', nullable: true, example: 2 },
  timezone: { type: 'string', example: 'UTC' },
  durationMin: { type: 'integer', example: 45 },
  total: { type: 'integer', example: 1 },
} as const;

export function toSlotsMeta(
  { date, serviceId, providerId, anyProvider }: SlotsQuery,
  offered: DateSlots,
): SlotsMeta {
  return {
    date,
    serviceId,
    providerId: anyProvider === true ? null : (providerId ?? null),
    timezone: offered.timeZone,
    durationMin: offered.service.durationMin,
    total: offered.slots.length,
  };
}
