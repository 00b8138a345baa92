import { messageAbout } from '../../diary/writes/outcomes';
import type { ChangedAppointment } from '../../diary/writes/appointment-writes';
import type { AppointmentMessage, MessageSubject } from '../../diary/writes/customer-messages';
import type { AppointmentPatch } from '../../appointments/dto/appointment-change.dto';
import type { SeriesPatch } from '../dto/series-write.dto';
import type { SkippedOccurrence } from '../dto/skipped-occurrence';
import type { LockedOccurrence } from './occurrence-lock';

export interface ChangedOccurrence extends ChangedAppointment {
  readonly id: number;
  readonly before: LockedOccurrence;
  readonly patch: AppointmentPatch;
}

/** What a change of a series does to its occurrences. */
export interface ChangeDecision {
  readonly changed: readonly ChangedOccurrence[];
  readonly skipped: readonly SkippedOccurrence[];
}

/** Whether the series has another time, rather than some occurrences. Calendars name them by that time, so each customer hears of it. */
export function isMovedWhole(
  { fromAppointmentId, status, notify }: SeriesPatch,
  occurrences: readonly LockedOccurrence[],
  changed: readonly ChangedOccurrence[],
): boolean {
  const told = new Set(changed.map(({ before }) => before.current.customerId));
  const areAllTold = occurrences.every(({ current }) => told.has(current.customerId));
  const isOfAll = fromAppointmentId === undefined && status !== 'cancelled' && changed.length > 0;
  return isOfAll && notify !== false && areAllTold;
}

/** The appointments that each message is about. */
export function messagesAbout(
  changed: readonly ChangedOccurrence[],
): ReadonlyMap<AppointmentMessage, readonly MessageSubject[]> {
  const messages = new Map<AppointmentMessage, MessageSubject[]>();
  for (const { id, before, next } of changed) {
    const message = messageAbout(before.current, next);
    if (message === undefined) continue;
    messages.set(message, [...(messages.get(message) ?? []), { id, before: before.current }]);
  }
  return messages;
}
