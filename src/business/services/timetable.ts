import { timeText, parseTime } from '../../platform/time/local-date';
import { rotationsMeet } from '../../platform/time/rotation';
import { DAY_MIN } from '../../platform/time/units';
import { WEEKDAYS } from '../../platform/time/weekdays';
import { present } from '../../platform/values/present';
import { ValidationError } from '../../platform/errors/errors';
import type { NamedPlace } from '../hours-at-places/hours-at-places';
import { type Fault, rotationFaults, toStoredRotation } from '../rosters/roster';
import type { TimetableEntryWrite } from './dto/timetable.dto';
import type { Service, TimetableEntry } from './service.entity';

/** What decides how long a provider is taken by a class. */
type Lengths = Pick<Service, 'durationMin' | 'bufferBeforeMin' | 'bufferAfterMin' | 'terms'>;

/** A class with its buffers takes at most three days, so it reaches at most so many dates further. */
const REACH_DAYS = 3;

/** In the order of the body. @throws ValidationError of every entry whose dates make no sense */
export function toStoredTimetable(entries: readonly TimetableEntryWrite[]): readonly TimetableEntry[] {
  const stored = entries.map(toStoredEntry);
  throwFaults(stored.flatMap((entry, i) => rotationFaults(entry, `timetable[${i}]`)));
  return stored;
}

function toStoredEntry({
  day,
  start,
  providerId,
  locationId,
  ...rotation
}: TimetableEntryWrite): TimetableEntry {
  const place = present({ locationId: locationId ?? undefined });
  return { day, startMin: parseTime(start) ?? 0, providerId, ...place, ...toStoredRotation(rotation) };
}

/** Monday first, each day in time order. */
export function inTimeOrder(entries: readonly TimetableEntry[]): readonly TimetableEntry[] {
  return entries.toSorted(
    (a, b) =>
      WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) ||
      a.startMin - b.startMin ||
      a.providerId - b.providerId,
  );
}

/** The locations that entries name. */
export function placesOf(entries: readonly TimetableEntryWrite[]): readonly NamedPlace[] {
  return entries.flatMap(({ locationId }, i): NamedPlace[] =>
    typeof locationId === 'number' ? [[`timetable[${i}].locationId`, locationId]] : [],
  );
}

/** @throws ValidationError of every class that would meet an earlier one of its provider on a date, buffers included */
export function assertApart(entries: readonly TimetableEntry[], lengths: Lengths): void {
  throwFaults(
    entries.flatMap((entry, i): Fault[] => {
      const other = entries.slice(0, i).find((earlier) => meet(earlier, entry, lengths));
      if (other === undefined) return [];
      const name = `${other.day} ${timeText(other.startMin)}`;
      return [[`timetable[${i}].start`, `meets the class of ${name}, buffers included`]];
    }),
  );
}

function meet(a: TimetableEntry, b: TimetableEntry, lengths: Lengths): boolean {
  if (a.providerId !== b.providerId) return false;
  const { before, after } = reachOf(a.providerId, lengths);
  const weekday = WEEKDAYS.indexOf(a.day);
  for (let days = -REACH_DAYS; days <= REACH_DAYS; days++) {
    if (WEEKDAYS[(weekday + days + 7) % 7] !== b.day) continue;
    const later = b.startMin + days * DAY_MIN - a.startMin;
    if (Math.abs(later) < before + after && rotationsMeet(a, b, weekday, days)) return true;
  }
  return false;
}

/** For how many minutes before and after its start a class takes its provider. */
function reachOf(providerId: number, service: Lengths) {
  const own = service.terms.find((terms) => terms.providerId === providerId);
  const before = own?.bufferBeforeMin ?? service.bufferBeforeMin;
  const after = own?.bufferAfterMin ?? service.bufferAfterMin;
  return { before, after: (own?.durationMin ?? service.durationMin) + after };
}

function throwFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
}
