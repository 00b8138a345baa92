import { AROUND_THE_CLOCK, MONDAY_TO_FRIDAY, at } from '../../../test/support/worlds/builders';
import { type ScheduleEntry, weeklyHours } from './index';
import type { LocalStretch } from '../../platform/time/local-stretch';
import { parseDay, parseEndTime } from '../../platform/time/local-date';
import { hoursOn } from './working-hours';

function stretch(text: string): LocalStretch {
  const [start = '', end = ''] = text.split('-');
  return { startMin: parseEndTime(start) ?? NaN, endMin: parseEndTime(end) ?? NaN };
}

function shift(day: ScheduleEntry['day'], hours: string, ...breaks: readonly string[]): ScheduleEntry {
  return { day, ...stretch(hours), breaks: breaks.map(stretch) };
}

/** The instants of one shift in Berlin on a date, in hours and minutes UTC. */
function berlin(date: string, hours: string): readonly string[] {
  const everyDay = AROUND_THE_CLOCK.days.map((day) => shift(day, hours));
  const found = hoursOn(parseDay(date) ?? NaN, 'Europe/Berlin', weeklyHours(everyDay, AROUND_THE_CLOCK));
  return found.map(({ start, end }) => `${utc(start)}-${utc(end)}`);
}

function utc(instant: number): string {
  return new Date(instant).toISOString().slice(11, 16);
}

const MONDAY = parseDay('2026-11-23') ?? NaN;
const WEEK = [0, 1, 2, 3, 4, 5, 6].map((after) => MONDAY + after);

describe('The hours of a week', () => {
  it.each([null, []])('are the business hours for a provider without a schedule (%j)', (schedule) => {
    const hours = weeklyHours(schedule, MONDAY_TO_FRIDAY);
    expect(WEEK.map((day) => hours(day).length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect(hours(MONDAY)).toEqual([stretch('09:00-17:00')]);
  });

  it('follow the schedule of the provider, cut to the business window', () => {
    const hours = weeklyHours(
      [shift('saturday', '07:00-12:00'), shift('sunday', '18:00-20:00')],
      MONDAY_TO_FRIDAY,
    );
    expect(WEEK.map(hours)).toEqual([[], [], [], [], [], [stretch('09:00-12:00')], []]);
  });

  it('are split by breaks and by shifts, in order, and joined where shifts touch', () => {
    const entries = [
      shift('monday', '13:00-17:00', '15:00-15:15'),
      shift('monday', '09:00-12:00'),
      shift('monday', '12:00-12:30'),
    ];
    expect(weeklyHours(entries, AROUND_THE_CLOCK)(MONDAY)).toEqual(
      ['09:00-12:30', '13:00-15:00', '15:15-17:00'].map(stretch),
    );
  });
});

describe('The hours of a roster', () => {
  const on = (schedule: readonly ScheduleEntry[], date: string) =>
    weeklyHours(schedule, AROUND_THE_CLOCK)(parseDay(date) ?? NaN);
  const early = { ...shift('monday', '06:00-14:00', '10:00-10:15'), everyWeeks: 2, from: '2026-12-10' };
  const late = { ...shift('monday', '14:00-22:00'), everyWeeks: 2, from: '2026-12-14' };

  it('alternate by weeks of ISO 8601, from the week of the first date on, over the end of a year with 53 weeks', () => {
    const dates = ['2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04', '2027-01-11'];
    expect(dates.map((date) => on([early, late], date)[0]?.startMin)).toEqual([
      undefined, // Before the first date, although in its week.
      14 * 60,
      6 * 60,
      14 * 60,
      6 * 60,
      14 * 60,
    ]);
  });

  it('hold from the first date to the last one, both included, with the breaks of their entries alone', () => {
    const summer = { ...shift('monday', '08:00-18:00'), from: '2027-06-07', until: '2027-06-21' };
    const dates = ['2027-05-31', '2027-06-07', '2027-06-14', '2027-06-21', '2027-06-28'];
    expect(dates.map((date) => on([summer], date).length)).toEqual([0, 1, 1, 1, 0]);
    expect(on([early, { ...summer, startMin: 14 * 60 }], '2027-06-14')).toEqual([stretch('14:00-18:00')]);
    expect(on([early, { ...summer, startMin: 14 * 60 }], '2027-06-07')).toEqual(
      ['06:00-10:00', '10:15-18:00'].map(stretch),
    );
  });
});

describe('The hours of a date', () => {
  it('keep the same local times before and after a change of the clock', () => {
    expect(berlin('2026-03-28', '09:00-17:00')).toEqual(['08:00-16:00']);
    expect(berlin('2026-03-29', '09:00-17:00')).toEqual(['07:00-15:00']);
  });

  it('are longer or shorter when the clock changes within them', () => {
    expect(berlin('2026-03-29', '00:00-08:00')).toEqual(['23:00-06:00']);
    expect(berlin('2026-10-25', '00:00-08:00')).toEqual(['22:00-07:00']);
  });

  it('begin or end where the gap ends when the clock skips their boundary', () => {
    expect(berlin('2026-03-29', '02:30-08:00')).toEqual(['01:00-06:00']);
    expect(berlin('2026-03-29', '00:00-02:30')).toEqual(['23:00-01:00']);
    expect(berlin('2026-03-29', '02:10-02:50')).toEqual([]);
  });

  it('begin and end at the first of two equal times', () => {
    expect(berlin('2026-10-25', '02:30-08:00')).toEqual(['00:30-07:00']);
    expect(berlin('2026-10-25', '00:00-02:30')).toEqual(['22:00-00:30']);
    expect(berlin('2026-10-25', '00:00-03:00')).toEqual(['22:00-02:00']);
  });

  it('are empty on a date that the time zone skipped, before 1970 and after 2199', () => {
    const always = weeklyHours(null, AROUND_THE_CLOCK);
    const on = (date: string, zone: string) => hoursOn(parseDay(date) ?? NaN, zone, always);
    expect(on('2011-12-30', 'Pacific/Apia')).toEqual([]);
    expect(on('1969-12-31', 'UTC')).toEqual([]);
    expect(on('2200-01-01', 'UTC')).toEqual([]);
    expect(on('2199-12-31', 'UTC')).toEqual([
      { start: at('2199-12-31T00:00Z'), end: at('2200-01-01T00:00Z') },
    ]);
  });
});
