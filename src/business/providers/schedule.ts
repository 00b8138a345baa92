import { type LocalStretch, WEEKDAYS } from '../../platform/time/weekdays';
import { parseEndTime, parseTime, timeText } from '../../platform/time/local-date';
import { ValidationError } from '../../platform/errors/errors';
import type { BreakWrite, ScheduleEntryWrite } from './dto/schedule-write.dto';
import type { StoredScheduleEntry } from './provider.entity';

type Fault = readonly [path: string, message: string];

/**
 * A schedule as it is stored: in minutes, Monday first, each day in time order. None at all means the business's hours.
 * @throws ValidationError of every entry or break that is empty, and of entries that overlap
 */
export function toStoredSchedule(
  entries: readonly ScheduleEntryWrite[] | null,
): readonly StoredScheduleEntry[] | null {
  if (entries === null || entries.length === 0) return null;
  const stored = entries.map(toStoredEntry);
  const faults = stored.flatMap((entry, i) => [...entryFaults(entry, i), ...overlapFaults(entry, i, stored)]);
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
  return stored.toSorted(
    (a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || a.startMin - b.startMin,
  );
}

function toStoredEntry(entry: ScheduleEntryWrite): StoredScheduleEntry {
  return { day: entry.day, ...toStretch(entry), breaks: (entry.breaks ?? []).map(toStretch) };
}

function toStretch({ start, end }: BreakWrite): LocalStretch {
  return { startMin: parseTime(start) ?? 0, endMin: parseEndTime(end) ?? 0 };
}

function entryFaults(entry: StoredScheduleEntry, i: number): readonly Fault[] {
  if (isEmpty(entry)) return [[`schedule[${i}].end`, 'must be later than start']];
  return entry.breaks.flatMap((pause, j): Fault[] => {
    const path = `schedule[${i}].breaks[${j}]`;
    if (isEmpty(pause)) return [[`${path}.end`, 'must be later than start']];
    if (pause.startMin < entry.startMin) return [[`${path}.start`, 'must not be before the entry starts']];
    return pause.endMin > entry.endMin ? [[`${path}.end`, 'must not be after the entry ends']] : [];
  });
}

/** Said of the later one of two in the list. */
function overlapFaults(
  entry: StoredScheduleEntry,
  i: number,
  entries: readonly StoredScheduleEntry[],
): readonly Fault[] {
  const other = entries.slice(0, i).find((earlier) => earlier.day === entry.day && overlap(earlier, entry));
  if (other === undefined) return [];
  const { day, startMin, endMin } = other;
  return [[`schedule[${i}].start`, `overlaps ${day} ${timeText(startMin)}–${timeText(endMin)}`]];
}

function overlap(a: LocalStretch, b: LocalStretch): boolean {
  return a.startMin < b.endMin && b.startMin < a.endMin;
}

function isEmpty({ startMin, endMin }: LocalStretch): boolean {
  return endMin <= startMin;
}
