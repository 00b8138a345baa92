import { ValidationError } from '../../platform/errors/errors';
import { timeText } from '../../platform/time/local-date';
import {
  isEmptyStretch,
  type LocalStretch,
  parseStretch,
  stretchesOverlap,
  type StretchText,
} from '../../platform/time/local-stretch';

/** The hours of a date as they are stored: in time order. @throws ValidationError of every stretch that is empty or overlaps another */
export function toStoredHours(hours: readonly StretchText[]): readonly LocalStretch[] {
  const stored = hours.map(parseStretch);
  const faults = stored.flatMap((stretch, i) => faultOf(stretch, i, stored));
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
  return stored.toSorted((a, b) => a.startMin - b.startMin);
}

/** An overlap is said of the later one of two in the list. */
function faultOf(
  stretch: LocalStretch,
  i: number,
  all: readonly LocalStretch[],
): readonly (readonly [path: string, message: string])[] {
  if (isEmptyStretch(stretch)) return [[`hours[${i}].end`, 'must be later than start']];
  const other = all.slice(0, i).find((earlier) => stretchesOverlap(earlier, stretch));
  if (other === undefined) return [];
  return [[`hours[${i}].start`, `overlaps ${timeText(other.startMin)}–${timeText(other.endMin)}`]];
}
