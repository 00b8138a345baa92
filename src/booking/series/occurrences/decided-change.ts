import { messageAbout } from '../../appointments/changes/appointment-change';
import type { ChangedAppointment } from '../../appointments/changes/changed-appointment';
import type { AppointmentMessage } from '../../appointments/changes/customer-messages';
import type { AppointmentPatch } from '../../appointments/dto/appointment-change.dto';
import type { SkippedOccurrence } from '../dto/skipped-occurrence';
import type { LockedOccurrence } from './occurrence-lock';

export interface ChangedOccurrence extends ChangedAppointment {
  readonly id: number;
  readonly before: LockedOccurrence;
  readonly patch: AppointmentPatch;
}

/** What a change of a series does to its occurrences. */
export interface DecidedChange {
  readonly changed: readonly ChangedOccurrence[];
  readonly skipped: readonly SkippedOccurrence[];
}

/** The ids of the appointments that each message is about. */
export function messagesAbout(
  changed: readonly ChangedOccurrence[],
): ReadonlyMap<AppointmentMessage, readonly number[]> {
  const messages = new Map<AppointmentMessage, number[]>();
  for (const { id, before, next } of changed) {
    const message = messageAbout(before.current, next);
    if (message !== undefined) messages.set(message, [...(messages.get(message) ?? []), id]);
  }
  return messages;
}
