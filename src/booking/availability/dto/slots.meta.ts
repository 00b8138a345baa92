import { Reply } from '../../../platform/http/envelope/envelope';
import type { DateSlots } from '../availability-views';
import { type SlotResponse, toSlotResponse } from './slot.response';

/** What a list of slots covers (docs/reference/availability.md). */
interface SlotsMeta {
  readonly date: string;
  readonly serviceId: number;
  readonly providerId: number | null;
  readonly timezone: string;
  readonly durationMin: number;
  readonly total: number;
}

export const SLOTS_META = {
  date: { type: 'string', format: 'date', example: '2026-12-01' },
  serviceId: { type: 'integer', example: 1 },
  providerId: { type: 'integer', nullable: true, example: 2 },
  timezone: { type: 'string', example: 'UTC' },
  durationMin: { type: 'integer', example: 45 },
  total: { type: 'integer', example: 1 },
} as const;

export function toSlotsReply({
  date,
  slots,
  service,
  providerId,
  timeZone,
}: DateSlots): Reply<SlotResponse[], SlotsMeta> {
  return new Reply(slots.map(toSlotResponse), {
    date,
    serviceId: service.id,
    providerId,
    timezone: timeZone,
    durationMin: service.durationMin,
    total: slots.length,
  });
}
