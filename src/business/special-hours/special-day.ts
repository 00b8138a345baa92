import { ValidationError } from '../../platform/errors/errors';
import { timeText } from '../../platform/time/local-date';
import {
  isEmptyStretch,
  type LocalStretch,
  parseStretch,
  stretchesOverlap,
  type StretchText,
} from '../../platform/time/local-stretch';
import type { NamedPlace } from '../hours-at-places/hours-at-places';
import type { SpecialStretch } from './special-hours.entity';

/** The hours of a date as they are stored: in time order. @throws ValidationError of every stretch that is empty or overlaps another */
export function toStoredHours(hours: readonly StretchAtPlace[]): readonly SpecialStretch[] {
  refuse(faultsOf(hours));
  return inTimeOrder(hours);
}

/** The stored hours of many dates; null: the date has none. */
export type StoredDays = ReadonlyMap<
  string,
  { readonly hours: readonly SpecialStretch[] | null; readonly note: string | null }
>;

/** @throws ValidationError of stretches as `toStoredHours`, and of each date that is named twice */
export function toStoredDays(days: readonly DayText[]): StoredDays {
  const dates = days.map(({ date }) => date);
  const faults = days.flatMap(({ date, hours }, i): Fault[] => {
    const ofHours = faultsOf(hours ?? []).map(([path, message]): Fault => [`days[${i}].${path}`, message]);
    return dates.indexOf(date) < i ? [[`days[${i}].date`, 'is named twice'], ...ofHours] : ofHours;
  });
  refuse(faults);
  return new Map(
    days.map(({ date, hours, note = null }) => [date, { hours: hours && inTimeOrder(hours), note }]),
  );
}

/**
 * Hours that must be at some places: those that name none are at the only one. @param places undefined: they may be anywhere
 * @throws ValidationError of those that must name one
 */
export function placedHours(
  hours: readonly StretchAtPlace[],
  places: readonly number[] | undefined,
  path = '',
): readonly StretchAtPlace[] {
  if (places === undefined) return hours;
  const [only, ...others] = places;
  const faults = hours.flatMap(({ locationId }, i): Fault[] =>
    locationId == null && others.length > 0
      ? [[`${path}hours[${i}].locationId`, 'is required: this key is for what is at its locations']]
      : [],
  );
  refuse(faults);
  return hours.map((stretch) => ({ ...stretch, locationId: stretch.locationId ?? only }));
}

/** As `placedHours`, of many dates. */
export function placedDays(
  days: readonly DayText[],
  places: readonly number[] | undefined,
): readonly DayText[] {
  return days.map((day, i) => ({
    ...day,
    hours: day.hours && placedHours(day.hours, places, `days[${i}].`),
  }));
}

/** The locations that the hours of a date name. @param path that of the date, with a dot at its end */
export function placesOf(hours: readonly StretchAtPlace[] | null, path = ''): readonly NamedPlace[] {
  return (hours ?? []).flatMap(({ locationId }, i): NamedPlace[] =>
    typeof locationId === 'number' ? [[`${path}hours[${i}].locationId`, locationId]] : [],
  );
}

/** The locations that the hours of many dates name. */
export function placesOfDays(days: readonly DayText[]): readonly NamedPlace[] {
  return days.flatMap(({ hours }, i) => placesOf(hours, `days[${i}].`));
}

interface StretchAtPlace extends StretchText {
  readonly locationId?: number | null | undefined;
}

interface DayText {
  readonly date: string;
  readonly hours: readonly StretchAtPlace[] | null;
  readonly note?: string | null | undefined;
}
type Fault = readonly [path: string, message: string];

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
}

function inTimeOrder(hours: readonly StretchAtPlace[]): readonly SpecialStretch[] {
  const stored = hours.map((stretch) => {
    const { locationId } = stretch;
    return { ...parseStretch(stretch), ...(typeof locationId === 'number' && { locationId }) };
  });
  return stored.toSorted((a, b) => a.startMin - b.startMin);
}

function faultsOf(hours: readonly StretchText[]): readonly Fault[] {
  return hours.map(parseStretch).flatMap((stretch, i, all) => faultOf(stretch, i, all));
}

/** The fault names the later one of two stretches that overlap. */
function faultOf(stretch: LocalStretch, i: number, all: readonly LocalStretch[]): readonly Fault[] {
  if (isEmptyStretch(stretch)) return [[`hours[${i}].end`, 'must be later than start']];
  const other = all.slice(0, i).find((earlier) => stretchesOverlap(earlier, stretch));
  if (other === undefined) return [];
  return [[`hours[${i}].start`, `overlaps ${timeText(other.startMin)}–${timeText(other.endMin)}`]];
}
