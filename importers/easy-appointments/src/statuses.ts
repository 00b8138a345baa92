import type { Status } from '../../../src/booking/appointment-status';
import type { StatusNames } from '../../../src/operating/imports/status-names';

/** The statuses of Easy!Appointments, in small letters. An administrator may have written others into the settings. */
const KNOWN: Readonly<Record<string, Status>> = {
  booked: 'confirmed',
  confirmed: 'confirmed',
  rescheduled: 'confirmed',
  draft: 'pending',
  pending: 'pending',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  completed: 'completed',
  'no-show': 'no-show',
  'no show': 'no-show',
};

/** @param theirs undefined: appointments of versions before 1.5 have none @returns undefined: its meaning is not known */
export function statusOf(theirs: string | undefined, names: StatusNames): Status | undefined {
  if (theirs === undefined) return 'confirmed';
  const name = theirs.toLowerCase();
  return names.get(name) ?? (Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined);
}
