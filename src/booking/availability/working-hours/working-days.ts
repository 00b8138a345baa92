import { localTimeOf } from '../../../platform/time/zones/wall-clock';
import { dateText, getDay } from '../../../platform/time/local-date';
import type { Dates } from '../../../platform/time/dates';
import { DAY_MIN } from '../../../platform/time/units';
import {
  type ProviderCalendar,
  type WorkInterval,
  type WorkStretch,
  workingTime,
  zonesFor,
} from '../../engine';

/** Whose hours apply to a date: the provider's of the date or of the week, or the business's of the date or of the week. */
export const HOURS_SOURCES = [
  'special_hours',
  'business_special_hours',
  'schedule',
  'business_hours',
] as const;
export type HoursSource = (typeof HOURS_SOURCES)[number];

/** The hours of a provider on a date without closures, time off and busy calendars; on its clock, or on that of the place. */
export interface WorkingDay {
  readonly date: string;
  readonly hours: readonly WorkStretch[];
  readonly source: HoursSource;
  /** In which the hours are. */
  readonly timeZone: string;
}

/** @param sourceOn the source of the hours of a day since 1970-01-01 */
export function workingDays(
  calendar: ProviderCalendar,
  { first, last }: Dates,
  sourceOn: (day: number) => HoursSource,
): readonly WorkingDay[] {
  const openOn = workingTime(calendar);
  const zones = zonesFor(calendar, undefined);
  const days: WorkingDay[] = [];
  for (let day = getDay(first); day <= getDay(last); day++) {
    const date = dateText(day);
    const timeZone = zones.on(day);
    const hours = openOn(day).map((open) => onClock(open, date, timeZone));
    days.push({ date, hours, source: sourceOn(day), timeZone });
  }
  return days;
}

function onClock({ start, end, locationId }: WorkInterval, date: string, zone: string): WorkStretch {
  const until = localTimeOf(end, zone);
  const stretch = {
    startMin: localTimeOf(start, zone).timeMin,
    endMin: until.date === date ? until.timeMin : DAY_MIN,
  };
  return locationId === undefined ? stretch : { ...stretch, locationId };
}
