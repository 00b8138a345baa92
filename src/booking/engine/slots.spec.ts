import { AROUND_THE_CLOCK, aCalendar, aService, at } from '../../../test/support/worlds/builders';
import {
  type ProviderCalendar,
  type ScheduleEntry,
  type ServiceRules,
  type Slot,
  SlotFinder,
  firstSlots,
  slotsBetween,
  slotsOn,
  weeklyHours,
} from './index';
import { getDay } from '../../platform/time/local-date';

const SUNDAY = at('2026-03-01T12:00Z');
const MONDAY = '2026-03-02';

function timesOn(
  date: string,
  service: Partial<ServiceRules> = {},
  calendar: Partial<ProviderCalendar> = {},
) {
  return slotsOn(SUNDAY, aService(service), aCalendar(calendar), date)
    .map((slot) => slot.time)
    .join(' ');
}

function named(slots: readonly Slot[]): readonly string[] {
  return slots.map((slot) => `${slot.date} ${slot.time}`);
}

function hours(...entries: readonly ScheduleEntry[]) {
  return { hours: weeklyHours(entries, AROUND_THE_CLOCK) };
}

const always = { hours: weeklyHours(null, AROUND_THE_CLOCK) };

describe('The slots of a day', () => {
  it('have a start and an end, and the local date and time of the start', () => {
    const [first] = slotsOn(SUNDAY, aService(), aCalendar({ timeZone: 'America/New_York' }), MONDAY);
    expect(first).toEqual({
      start: at('2026-03-02T09:00-05:00'),
      end: at('2026-03-02T10:00-05:00'),
      date: MONDAY,
      time: '09:00',
    });
  });

  it('are offered to the last date of the horizon, and not on the next one', () => {
    expect(timesOn(MONDAY, { maxAdvanceDays: 1 })).not.toBe('');
    expect(timesOn('2026-03-03', { maxAdvanceDays: 1 })).toBe('');
  });

  it('keep the buffers of the service free before and after what is busy', () => {
    const noon = { start: at('2026-03-02T12:00Z'), end: at('2026-03-02T13:00Z'), appointmentId: 1 };
    const buffers = { slotIntervalMin: 30, bufferBeforeMin: 30, bufferAfterMin: 30 };
    expect(timesOn(MONDAY, buffers, { busy: [noon] })).toBe(
      '09:00 09:30 10:00 10:30 13:30 14:00 14:30 15:00 15:30 16:00',
    );
  });

  it('begin with the working hours and follow each other at the distance of the duration', () => {
    expect(timesOn(MONDAY)).toBe('09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00');
    expect(timesOn(MONDAY, { durationMin: 150 })).toBe('09:00 11:30 14:00');
  });

  it('follow each other at the distance of the slot interval when the service has one', () => {
    expect(timesOn(MONDAY, { durationMin: 240, slotIntervalMin: 75 })).toBe('09:00 10:15 11:30 12:45');
  });

  it('begin anew after a break, a closure and time off', () => {
    const monday = {
      day: 'monday',
      startMin: 540,
      endMin: 1_020,
      breaks: [{ startMin: 725, endMin: 770 }],
    } as const;
    const closures = [{ start: at('2026-03-02T09:00Z'), end: at('2026-03-02T09:20Z') }];
    const timeOff = [{ start: at('2026-03-02T14:00Z'), end: at('2026-03-02T15:10:30Z') }];
    expect(timesOn(MONDAY, {}, { ...hours(monday), closures, timeOff })).toBe('09:20 10:20 12:50 15:11');
  });

  it('stay on the same grid after an appointment', () => {
    const busy = [{ start: at('2026-03-02T10:30Z'), end: at('2026-03-02T11:10Z'), appointmentId: 4 }];
    expect(timesOn(MONDAY, {}, { busy })).toBe('09:00 12:00 13:00 14:00 15:00 16:00');
  });

  it('do not overlap an appointment that began the day before', () => {
    const busy = [{ start: at('2026-03-01T20:00Z'), end: at('2026-03-02T22:30Z'), appointmentId: 4 }];
    expect(timesOn(MONDAY, {}, { ...always, busy })).toBe('23:00');
  });

  it('begin anew at midnight, and may end after it', () => {
    expect(timesOn(MONDAY, { durationMin: 420 }, always)).toBe('00:00 07:00 14:00 21:00');
    expect(timesOn('2026-03-03', { durationMin: 420 }, always)).toBe('00:00 07:00 14:00 21:00');
  });

  it('skip the spring gap and keep their distance in elapsed time', () => {
    const night = { ...always, timeZone: 'Europe/Berlin' };
    expect(timesOn('2026-03-29', { durationMin: 90 }, night)).toMatch(/^00:00 01:30 04:00 05:30 /);
  });

  it('contain only the first of two equal hours', () => {
    const night = { ...always, timeZone: 'Europe/Berlin' };
    expect(timesOn('2026-10-25', {}, night)).toMatch(/^00:00 01:00 02:00 03:00 04:00 /);
  });

  it('keep their distance in elapsed time when the clock changes by half an hour', () => {
    const night = { ...always, timeZone: 'Australia/Lord_Howe' };
    expect(timesOn('2026-04-05', {}, night)).toMatch(/^00:00 01:00 02:30 03:30 /);
    expect(timesOn('2026-10-04', {}, night)).toMatch(/^00:00 01:00 02:30 03:30 /);
  });

  it('stay on the grid after what is busy elsewhere, and begin a new one after time off', () => {
    const meeting = [{ start: at('2026-03-02T10:20Z'), end: at('2026-03-02T11:37Z') }];
    const buffers = { bufferBeforeMin: 30, bufferAfterMin: 30 };
    expect(timesOn(MONDAY, {}, { busyElsewhere: meeting })).toBe('09:00 12:00 13:00 14:00 15:00 16:00');
    expect(timesOn(MONDAY, buffers, { busyElsewhere: meeting })).toBe('09:00 12:00 13:00 14:00 15:00 16:00');
    expect(timesOn(MONDAY, {}, { timeOff: meeting })).toBe('09:00 11:37 12:37 13:37 14:37 15:37');
  });

  it.each<[string, string, Partial<ServiceRules>, Partial<ProviderCalendar>]>([
    ['the date does not exist', '2026-02-30', {}, {}],
    ['the date is before 1970', '1969-12-31', {}, {}],
    ['the date is after 2199', '2200-01-05', { maxAdvanceDays: 100_000 }, {}],
    ['the service is unavailable', MONDAY, { isAvailable: false }, {}],
    ['the provider is unavailable', MONDAY, {}, { isAvailable: false }],
    ['the provider does not offer the service', MONDAY, {}, { offersService: false }],
    ['the zone skipped the date', '2011-12-30', {}, { timeZone: 'Pacific/Apia', ...always }],
  ])('are none when %s', (_, date, service, calendar) => {
    expect(timesOn(date, service, calendar)).toBe('');
  });
});

describe('The days between two dates', () => {
  it('are working days only while they have working time left', () => {
    const timeOff = [{ start: at('2026-03-02T00:00Z'), end: at('2026-03-03T00:00Z') }];
    const days = slotsBetween(SUNDAY, aService(), aCalendar({ timeOff }), '2026-03-01', '2026-03-03');
    expect(days.map(({ date, working, slots }) => [date, working, slots.length])).toEqual([
      ['2026-03-01', false, 0],
      ['2026-03-02', false, 0],
      ['2026-03-03', true, 8],
    ]);
  });

  it('are not working days when less than a minute is left', () => {
    const timeOff = [{ start: at('2026-03-02T00:00Z'), end: at('2026-03-02T16:59:00.001Z') }];
    const [monday] = slotsBetween(SUNDAY, aService(), aCalendar({ timeOff }), MONDAY, MONDAY);
    expect(monday?.working).toBe(false);
  });

  it('are working days also when they are fully booked', () => {
    const busy = [{ start: at('2026-03-02T09:00Z'), end: at('2026-03-02T17:00Z'), appointmentId: 4 }];
    expect(slotsBetween(SUNDAY, aService(), aCalendar({ busy }), MONDAY, MONDAY)).toEqual([
      { date: MONDAY, working: true, slots: [] },
    ]);
  });
});

describe('The first slots', () => {
  it('continue on the next working day and stop at the horizon', () => {
    const friday = at('2026-03-06T15:30Z');
    const slots = firstSlots(SUNDAY, aService({ maxAdvanceDays: 8 }), aCalendar(), friday, 100);
    expect(named(slots).slice(0, 2)).toEqual(['2026-03-06 16:00', '2026-03-09 09:00']);
    expect(slots).toHaveLength(9);
  });

  it('contain sessions off the grid among those of the grid', () => {
    const time = { start: at('2026-03-02T09:30Z'), end: at('2026-03-02T10:30Z') };
    const session = {
      session: 's',
      appointmentId: 4,
      ...time,
      busy: time,
      seats: [1],
      resourceIds: [],
      team: [],
    };
    const calendar = aCalendar({ sessions: [session], busy: [{ ...time, appointmentId: 4 }] });
    const first = (limit: number) => named(firstSlots(SUNDAY, aService({ capacity: 2 }), calendar, 0, limit));
    expect(first(1)).toEqual(['2026-03-02 09:30']);
    expect(first(2)).toEqual(['2026-03-02 09:30', '2026-03-02 11:00']);
  });

  it('are those of the days one by one, for every length of a claim', () => {
    const shifts = hours(
      { day: 'monday', startMin: 540, endMin: 720, breaks: [] },
      { day: 'monday', startMin: 780, endMin: 1020, breaks: [] },
      { day: 'tuesday', startMin: 540, endMin: 600, breaks: [] },
    );
    const service = aService();
    const midnight = at('2026-03-02T00:00Z');
    for (let from = 480; from < 1080; from += 30) {
      for (let to = from + 30; to <= 1080; to += 30) {
        const claim = { start: midnight + from * 60_000, end: midnight + to * 60_000, appointmentId: 4 };
        const calendar = aCalendar({ ...shifts, busy: [claim] });
        const days = slotsBetween(SUNDAY, service, calendar, MONDAY, '2026-03-09');
        const expected = days.flatMap(({ slots }) => slots).slice(0, 3);
        expect(firstSlots(SUNDAY, service, calendar, midnight, 3)).toEqual(expected);
      }
    }
  });

  it('contain a session that takes all hours of a day', () => {
    const time = { start: at('2026-03-02T09:00Z'), end: at('2026-03-02T10:00Z') };
    const busy = { start: at('2026-03-02T08:00Z'), end: at('2026-03-02T18:00Z') };
    const session = { session: 's', appointmentId: 4, ...time, busy, seats: [1], resourceIds: [], team: [] };
    const calendar = aCalendar({ sessions: [session], busy: [{ ...busy, appointmentId: 4 }] });
    expect(named(firstSlots(SUNDAY, aService({ capacity: 2 }), calendar, 0, 1))).toEqual([
      '2026-03-02 09:00',
    ]);
  });

  it('never begin before now', () => {
    const now = at('2026-03-02T11:59:59.999Z');
    expect(named(firstSlots(now, aService(), aCalendar(), 0, 1))).toEqual(['2026-03-02 12:00']);
  });
});

describe('The slot finder', () => {
  const everyMinute = aService({ durationMin: 60, slotIntervalMin: 1, maxAdvanceDays: 3_650 });
  const day = getDay(MONDAY);
  const minutes = (from: number, to: number, appointmentId = 4) => {
    return {
      start: at('2026-03-02T00:00Z') + from * 60_000,
      end: at('2026-03-02T00:00Z') + to * 60_000,
      appointmentId,
    };
  };
  const examined = (service: ServiceRules, calendar: Partial<ProviderCalendar>) => {
    const finder = new SlotFinder(SUNDAY, service, aCalendar(calendar));
    return { slots: finder.on(day).slots.length, examined: finder.examined };
  };

  it('skips all starts of a fully booked day at once, even with a slot interval of a minute', () => {
    expect(examined(everyMinute, { busy: [minutes(0, 1_440)] })).toEqual({ slots: 0, examined: 2 });
  });

  it('examines one start for each appointment when all gaps are shorter than the duration', () => {
    const busy = Array.from({ length: 16 }, (_, i) => minutes(540 + 30 * i, 541 + 30 * i, i));
    expect(examined(everyMinute, { busy })).toEqual({ slots: 0, examined: 16 });
  });

  it('examines no start of a day whose hours are shorter than the duration', () => {
    const service = { ...everyMinute, durationMin: 481 };
    expect(examined(service, {})).toEqual({ slots: 0, examined: 1 });
  });

  it('examines no start before the end of the notice', () => {
    const untilThreeOnMonday = { ...everyMinute, minNoticeMin: 27 * 60 };
    expect(examined(untilThreeOnMonday, {})).toEqual({ slots: 61, examined: 62 });
  });

  it('examines the sessions of a day only, one start for each', () => {
    const sessions = Array.from({ length: 30 }, (_, i) => {
      const time = minutes(540 + 1_440 * i, 600 + 1_440 * i, i);
      return { ...time, session: `${i}`, busy: time, seats: [1], resourceIds: [], team: [] };
    });
    const hourly = aService({ capacity: 2 });
    expect(examined(hourly, { sessions, busy: sessions })).toEqual({ slots: 8, examined: 10 });
  });

  it('examines the starts of appointments across midnight when the working hours continue there', () => {
    const service = { ...everyMinute, durationMin: 1_440 };
    expect(examined(service, always)).toEqual({ slots: 1_440, examined: 1_441 });
  });
});
