import { messageOf } from '../availability.errors';
import type { AppointmentTime } from '../../diary/snapshot/snapshot.queries';
import { REASONS, type Verdict } from '../../engine';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Interval } from '../../../platform/time/interval';
import type { CheckedSlot } from '../slot-check';
import { toSearchReply } from './search.meta';
import { SlotResponse, toSlotResponse } from './slot.response';
import { FLAG, INSTANT, INTEGER, many, one, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf, sometimesAnswered } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

export class TimeResponse extends AnswerOf({
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
}) {}

export class ConflictResponse extends AnswerOf(TimeResponse, {
  id: answered(orNull(INTEGER), {
    example: 7,
    description:
      'The id of the appointment; null with a browser key, and for a narrowed key to which it does not belong',
  }),
}) {}

/** Whether a time can be booked (docs/reference/availability.md). */
export class CheckResponse extends AnswerOf({
  available: answered(FLAG, { example: false }),
  reason: answered(orNull(oneOf([...REASONS])), {
    example: 'slot_taken',
    description: 'The first rule that refuses the time; null when it can be booked',
  }),
  limit: sometimesAnswered(TEXT, {
    example: 'service.maxActivePerCustomer',
    description: 'The limit that is reached. Only where the reason is `limit_reached`',
  }),
  message: answered(TEXT, {
    example: 'This time is already taken',
    description: 'The reason as a sentence for a person',
  }),
  slot: answered(orNull(one(TimeResponse)), {
    description: 'The requested time; null when the provider’s clock skips it',
  }),
  conflicts: answered(many(ConflictResponse), { description: 'The overlapping appointments, in time order' }),
  alternatives: answered(many(SlotResponse), {
    description:
      'The next three slots after the requested time; fewer when there are no more before the horizon, or when the search stopped (`meta.searchedUntil`)',
  }),
}) {}

/** @param hasKey false: without the ids of conflicts */
export function toCheckReply(checked: CheckedSlot, _zone: string, hasKey: boolean) {
  return toSearchReply(toCheckResponse(checked, hasKey), checked.searchedUntil);
}

function toCheckResponse(checked: CheckedSlot, hasKey: boolean): CheckResponse {
  const { verdict, limit, conflicts, alternatives } = checked;
  return {
    available: verdict.bookable,
    reason: verdict.bookable ? null : verdict.reason,
    ...(limit !== undefined && { limit }),
    message: verdict.bookable ? 'This time can be booked' : messageOf(verdict.reason, limit),
    slot: toSlot(verdict),
    conflicts: conflicts.map((conflict) => toConflictResponse(conflict, verdict.zone, hasKey)),
    alternatives: alternatives.map(toSlotResponse),
  };
}

function toSlot({ start, end, zone }: Verdict): TimeResponse | null {
  return start === undefined || end === undefined ? null : toTimeResponse({ start, end }, zone);
}

function toConflictResponse(
  appointment: AppointmentTime,
  timeZone: string,
  hasKey: boolean,
): ConflictResponse {
  const { start, end } = toTimeResponse(appointment, timeZone);
  return { id: hasKey ? appointment.id : null, start, end };
}

function toTimeResponse({ start, end }: Interval, timeZone: string): TimeResponse {
  return { start: formatInstant(start, timeZone), end: formatInstant(end, timeZone) };
}
