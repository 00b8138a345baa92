import {
  type BusyInterval,
  NO_SPECIAL_HOURS,
  type ProviderCalendar,
  type ServiceRules,
  slotsBetween,
  weeklyHours,
} from '../../src/booking/engine';

export const ZONE = 'Europe/Berlin';
export const FIRST_DATE = '2026-10-01';
export const LAST_DATE = '2026-10-31';
export const NOW = Date.parse('2026-09-15T08:00Z');

/** Two shifts with a lunch break, Monday to Friday. */
export const SHIFTS = [
  { startMin: 9 * 60, endMin: 12 * 60 },
  { startMin: 13 * 60, endMin: 18 * 60 },
] as const;

export const SERVICE: ServiceRules = {
  isAvailable: true,
  durationMin: 30,
  bufferBeforeMin: 0,
  bufferAfterMin: 0,
  slotIntervalMin: null,
  minNoticeMin: 120,
  maxAdvanceDays: 365,
  capacity: 1,
};

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const HOURS = weeklyHours(
  WEEKDAYS.flatMap((day) => SHIFTS.map((shift) => ({ day, ...shift, breaks: [] }))),
  { startMin: 0, endMin: 1_440, days: WEEKDAYS },
);

/**
 * A month in which `providers` people have so much booked that exactly `free` slots are left, spread evenly. The month has
 * a change of the clock, one closure and a week off for every eighth provider.
 */
export function crowdedMonth(providers: number, free: number): readonly ProviderCalendar[] {
  const calendars = Array.from({ length: providers }, (_, i) => emptyCalendar(i + 1));
  const total = calendars.reduce((sum, calendar) => sum + slotsOf(calendar).length, 0);
  let seen = 0;
  const isFree = () => {
    seen++;
    return Math.floor((seen * free) / total) > Math.floor(((seen - 1) * free) / total);
  };
  return calendars.map((calendar) => {
    const booked = slotsOf(calendar).filter(() => !isFree());
    const busy: readonly BusyInterval[] = booked.map(({ start, end }, i) => ({
      start,
      end,
      appointmentId: i + 1,
    }));
    return { ...calendar, busy };
  });
}

export function slotsOf(calendar: ProviderCalendar) {
  return slotsBetween(NOW, SERVICE, calendar, FIRST_DATE, LAST_DATE).flatMap((day) => day.slots);
}

function emptyCalendar(providerId: number): ProviderCalendar {
  const weekOff = { start: Date.parse('2026-10-12T00:00+02:00'), end: Date.parse('2026-10-17T00:00+02:00') };
  return {
    providerId,
    isAvailable: true,
    offersService: true,
    timeZone: ZONE,
    hours: HOURS,
    special: NO_SPECIAL_HOURS,
    closures: [{ start: Date.parse('2026-10-02T00:00+02:00'), end: Date.parse('2026-10-03T00:00+02:00') }],
    timeOff: providerId % 8 === 0 ? [weekOff] : [],
    busyElsewhere: [],
    busy: [],
    sessions: [],
  };
}
