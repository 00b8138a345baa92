import { WEEKDAYS } from '../../platform/time/weekdays';
import { isEmptyStretch, parseStretch, stretchesOverlap } from '../../platform/time/local-stretch';
import { rotationsMeet } from '../../platform/time/rotation';
import { present } from '../../platform/values/present';
import { timeText } from '../../platform/time/local-date';
import { ValidationError } from '../../platform/errors/errors';
import { type Fault, rotationFaults, toStoredRotation } from '../rosters/roster';
import type { NamedPlace } from '../hours-at-places/hours-at-places';
import type { ScheduleEntryWrite } from './dto/schedule.dto';
import type { StoredScheduleEntry } from './provider.entity';

/**
 * A schedule as it is stored: in minutes, Monday first, each day in time order. None at all means the business's hours.
 * @param member the one that has the entries, for the paths of faults
 * @throws ValidationError of every entry or break that is empty, of dates that make no sense, and of entries that overlap on a date
 */
export function toStoredSchedule(
  entries: readonly ScheduleEntryWrite[] | null,
  member = 'schedule',
): readonly StoredScheduleEntry[] | null {
  if (entries === null || entries.length === 0) return null;
  const stored = entries.map(toStoredEntry);
  const faults = stored.flatMap((entry, i) => [
    ...entryFaults(entry, `${member}[${i}]`),
    ...overlapFaults(entry, `${member}[${i}]`, stored.slice(0, i)),
  ]);
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
  return stored.toSorted(
    (a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || a.startMin - b.startMin,
  );
}

/** Entries as they are stored, in the order of the body. */
export function toStoredEntries(
  entries: readonly ScheduleEntryWrite[] | null,
): readonly StoredScheduleEntry[] | null {
  return entries === null || entries.length === 0 ? null : entries.map(toStoredEntry);
}

function toStoredEntry({
  day,
  breaks,
  locationId,
  everyWeeks,
  from,
  until,
  ...stretch
}: ScheduleEntryWrite): StoredScheduleEntry {
  const stored = { day, ...parseStretch(stretch), breaks: (breaks ?? []).map(parseStretch) };
  const place = present({ locationId: locationId ?? undefined });
  return { ...stored, ...place, ...toStoredRotation({ everyWeeks, from, until }) };
}

/** The locations that entries name. */
export function placesOf(entries: readonly ScheduleEntryWrite[] | null | undefined): readonly NamedPlace[] {
  return (entries ?? []).flatMap(({ locationId }, i): NamedPlace[] =>
    typeof locationId === 'number' ? [[`schedule[${i}].locationId`, locationId]] : [],
  );
}

function entryFaults(entry: StoredScheduleEntry, path: string): readonly Fault[] {
  if (isEmptyStretch(entry)) return [[`${path}.end`, 'must be later than start']];
  const ofRotation = rotationFaults(entry, path);
  if (ofRotation.length > 0) return ofRotation;
  return entry.breaks.flatMap((pause, j): Fault[] => {
    const ofBreak = `${path}.breaks[${j}]`;
    if (isEmptyStretch(pause)) return [[`${ofBreak}.end`, 'must be later than start']];
    if (pause.startMin < entry.startMin) return [[`${ofBreak}.start`, 'must not be before the entry starts']];
    return pause.endMin > entry.endMin ? [[`${ofBreak}.end`, 'must not be after the entry ends']] : [];
  });
}

/** The fault names the later one of two entries that overlap. */
function overlapFaults(
  entry: StoredScheduleEntry,
  path: string,
  earlierOnes: readonly StoredScheduleEntry[],
): readonly Fault[] {
  const other = earlierOnes.find(
    (earlier) =>
      earlier.day === entry.day &&
      stretchesOverlap(earlier, entry) &&
      rotationsMeet(earlier, entry, WEEKDAYS.indexOf(entry.day)),
  );
  if (other === undefined) return [];
  const { day, startMin, endMin } = other;
  return [[`${path}.start`, `overlaps ${day} ${timeText(startMin)}–${timeText(endMin)}`]];
}
