import { formatInstant } from '../platform/time/instant-text';

/**
 * The wall clock at which a time was booked: zone rules change, and the customer comes at the time that was agreed. Null in rows of the
 * versions before. Such a version leaves the former value when it moves an appointment; its instant is no longer the start then.
 */
export interface BookedStart {
  /** The start as answers wrote it then (`2026-12-01T09:00:00-08:00`): by its offset it tells the instant, too. */
  readonly bookedStart: string | null;
  /** The zone in which it was booked; an IANA name. */
  readonly bookedZone: string | null;
}

/** @param zone IANA name */
export function bookedAt(start: number, zone: string): { bookedStart: string; bookedZone: string } {
  return { bookedStart: formatInstant(start, zone), bookedZone: zone };
}

/** What answers show of it. @param zone of the provider, for what was booked before this was kept */
export function shownBookedStart(
  { start, bookedStart, bookedZone }: BookedStart & { readonly start: number },
  zone: string,
): { localStart: string; timezone: string } {
  const text = bookedStart ?? formatInstant(start, zone);
  return { localStart: text.slice(0, 'YYYY-MM-DDTHH:MM'.length), timezone: bookedZone ?? zone };
}
