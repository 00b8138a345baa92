import { AROUND_THE_CLOCK, aCalendar, aService, at } from '../../../test/support/worlds/builders';
import {
  type Classes,
  type ProviderCalendar,
  type ServiceRules,
  slotsOn,
  specialDates,
  type TimetableEntry,
  verdict,
  weeklyHours,
  workingTime,
} from './index';
import { getDay } from '../../platform/time/local-date';

const PROVIDER = aCalendar().providerId;
const BERLIN = { timeZone: 'Europe/Berlin' };
const NOW = at('2026-01-01T12:00Z');
const ALWAYS = { hours: weeklyHours(null, AROUND_THE_CLOCK) };

function aClass(members: Partial<TimetableEntry> = {}): TimetableEntry {
  return { day: 'monday', startMin: 1_080, providerId: PROVIDER, ...members };
}

function aTimetable(...timetable: readonly TimetableEntry[]): Partial<ServiceRules> {
  return { timetable, maxAdvanceDays: 3_650 };
}

function timesOn(date: string, service: Partial<ServiceRules>, calendar: Partial<ProviderCalendar> = {}) {
  return slotsOn(NOW, aService(service), aCalendar(calendar), date).map(({ time }) => time);
}

function reasonAt(
  start: string,
  service: Partial<ServiceRules>,
  calendar: Partial<ProviderCalendar> = {},
  members: object = {},
) {
  const candidate = { start: at(start), ...members };
  const answer = verdict(NOW, aService(service), aCalendar(calendar), candidate);
  return answer.bookable ? undefined : answer.reason;
}

describe('A service with a timetable', () => {
  it('starts at the classes of the provider, and nowhere else', () => {
    const service = aTimetable(aClass(), aClass({ providerId: PROVIDER + 1, startMin: 600 }));
    expect(timesOn('2026-03-02', service)).toEqual(['18:00']);
    expect(reasonAt('2026-03-02T18:00Z', service)).toBeUndefined();
    expect(reasonAt('2026-03-02T10:00Z', service)).toBe('not_in_timetable');
    expect(reasonAt('2026-03-03T18:00Z', service)).toBe('not_in_timetable');
  });

  it('has no start at all with an empty timetable', () => {
    expect(timesOn('2026-03-02', aTimetable())).toEqual([]);
  });

  it('has classes of their own where two of them touch, at midnight too', () => {
    const late = aClass({ startMin: 1_380 });
    const early = aClass({ day: 'tuesday', startMin: 0 });
    const service = { ...aTimetable(late, aClass({ startMin: 1_320 }), early), slotIntervalMin: 15 };
    expect(timesOn('2026-03-02', service)).toEqual(['22:00', '23:00']);
    expect(timesOn('2026-03-03', service)).toEqual(['00:00']);
    const end = at('2026-03-03T00:00Z');
    expect(reasonAt('2026-03-02T22:00Z', service, {}, { end })).toBe('outside_working_hours');
  });

  it('has a class that goes on after midnight', () => {
    const service = aTimetable(aClass({ startMin: 1_410 }));
    expect(timesOn('2026-03-02', service)).toEqual(['23:30']);
    expect(reasonAt('2026-03-02T23:30Z', service)).toBeUndefined();
  });

  it('has no class at a local time that the clock skips', () => {
    const service = aTimetable(aClass({ day: 'sunday', startMin: 150 }));
    expect(timesOn('2026-03-22', service, BERLIN)).toEqual(['02:30']);
    expect(timesOn('2026-03-29', service, BERLIN)).toEqual([]);
    expect(reasonAt('2026-03-29T03:00+02:00', service, BERLIN)).toBe('not_in_timetable');
  });

  it('has a class at the first of two equal local times', () => {
    const service = aTimetable(aClass({ day: 'sunday', startMin: 150 }));
    expect(timesOn('2026-10-25', service, BERLIN)).toEqual(['02:30']);
    expect(reasonAt('2026-10-25T02:30+02:00', service, BERLIN)).toBeUndefined();
    expect(reasonAt('2026-10-25T02:30+01:00', service, BERLIN)).toBe('not_in_timetable');
  });

  it('has a class that names no place at one instant, on any clock of the place of the booking', () => {
    const places = new Map([
      [1, 'America/Asuncion'],
      [2, 'Pacific/Kiritimati'],
    ]);
    const service = aTimetable(aClass({ startMin: 720 }));
    const slotsAt = (date: string, locationId: number) =>
      slotsOn(NOW, aService(service), aCalendar({ placeZones: places }), date, { locationId });
    expect(slotsAt('2026-03-02', 1)).toMatchObject([{ start: at('2026-03-02T12:00Z'), time: '09:00' }]);
    expect(slotsAt('2026-03-03', 2)).toMatchObject([{ start: at('2026-03-02T12:00Z'), time: '02:00' }]);
    expect(slotsAt('2026-03-02', 2)).toEqual([]);
    const here = { locationId: 2 };
    expect(reasonAt('2026-03-02T12:00Z', service, { placeZones: places }, here)).toBeUndefined();
    expect(reasonAt('2026-03-01T22:00Z', service, { placeZones: places }, here)).toBe('not_in_timetable');
  });

  it('has no class that names no place at a place that is off on the date there', () => {
    const service = aTimetable(aClass({ startMin: 720 }));
    const slotsWith = (dayOff: string) => {
      const daysOffAt = new Map([[1, new Set([getDay(dayOff)])]]);
      const calendar = aCalendar({ placeZones: new Map([[1, 'Pacific/Kiritimati']]), daysOffAt });
      return slotsOn(NOW, aService(service), calendar, '2026-03-03', { locationId: 1 }).map(
        ({ time }) => time,
      );
    };
    expect(slotsWith('2026-03-03')).toEqual([]);
    expect(slotsWith('2026-03-02')).toEqual(['02:00']);
  });

  it('holds a class at a place on a date that is a day off of the provider by the own clock alone', () => {
    const [own, ofPlace] = [getDay('2026-04-05'), { startMin: 0, endMin: 150 }];
    const calendar = aCalendar({
      ...specialDates({
        ...{ schedule: null, weekly: () => [], ofBusiness: new Map() },
        own: new Map([[own, []]]),
        ofPlaces: new Map([[2, new Map([[own, [ofPlace]]])]]),
      }),
      ...{ timeZone: 'Australia/Lord_Howe', placeZones: new Map([[2, 'Pacific/Chatham']]) },
    });
    const service = aService(aTimetable(aClass({ day: 'saturday', startMin: 1_410 })));
    const slots = slotsOn(NOW, service, calendar, '2026-04-05', { locationId: 2 });
    expect(slots).toMatchObject([{ start: at('2026-04-04T12:30Z'), time: '02:15' }]);
  });

  it('is not offered where the clock of the place shows the time of the class again', () => {
    const service = aTimetable(
      aClass({ day: 'sunday', startMin: 90 }),
      aClass({ day: 'sunday', startMin: 30 }),
    );
    const slots = slotsOn(
      NOW,
      aService(service),
      aCalendar({ placeZones: new Map([[1, 'Europe/Berlin']]) }),
      '2026-10-25',
      { locationId: 1 },
    );
    expect(slots.map(({ start }) => start)).toEqual([at('2026-10-25T00:30Z')]);
  });

  it('has no part of a class beside an absence', () => {
    const absence = { start: at('2026-03-02T18:00Z'), end: at('2026-03-02T18:01Z') };
    const service = { ...aTimetable(aClass()), slotIntervalMin: 1 };
    expect(timesOn('2026-03-02', service, { closures: [absence] })).toEqual([]);
    expect(timesOn('2026-03-02', service, { busyElsewhere: [absence] })).toEqual([]);
    expect(reasonAt('2026-03-02T18:00Z', service, { busyElsewhere: [absence] })).toBe('busy_elsewhere');
  });
});

describe('The classes of a provider', () => {
  const classes = (members: Partial<Classes>, ...timetable: readonly TimetableEntry[]) => {
    const buffers = { bufferBeforeMin: 0, bufferAfterMin: 0 };
    return { ...ALWAYS, classes: [{ durationMin: 60, ...buffers, timetable, ...members }] };
  };

  it('are no working time, buffers included, and the grid begins anew after them', () => {
    const calendar = classes({ bufferBeforeMin: 20, bufferAfterMin: 10 }, aClass({ startMin: 600 }));
    const ofDay = timesOn('2026-03-02', { durationMin: 300 }, calendar);
    expect(ofDay).toEqual(['00:00', '11:10', '16:10', '21:10']);
    expect(reasonAt('2026-03-02T10:00Z', {}, calendar)).toBe('outside_working_hours');
  });

  it('reach into the dates around theirs', () => {
    const hours = { durationMin: 1_440, bufferBeforeMin: 1_440, bufferAfterMin: 1_439 };
    const openOn = workingTime(aCalendar(classes(hours, aClass({ startMin: 1 }))));
    const lengths = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map((date) =>
      openOn(getDay(date)).reduce((sum, { start, end }) => sum + (end - start) / 60_000, 0),
    );
    expect(lengths).toEqual([1_440, 1, 0, 0, 1_440]);
  });

  it('reach into the dates of a place whose clock is almost a day behind theirs', () => {
    const aheadOf = classes({ bufferBeforeMin: 240 }, aClass({ day: 'wednesday', startMin: 0 }));
    const zones = { timeZone: 'Pacific/Auckland', placeZones: new Map([[1, 'America/Los_Angeles']]) };
    const calendar = { ...aheadOf, ...zones };
    const atPlace = { locationId: 1 };
    expect(reasonAt('2026-03-02T22:00-08:00', {}, calendar, atPlace)).toBeUndefined();
    expect(reasonAt('2026-03-02T22:01-08:00', {}, calendar, atPlace)).toBe('outside_working_hours');
  });

  it('count in the weeks in which they are held, and not on a day off', () => {
    const calendar = classes({}, aClass({ startMin: 0, everyWeeks: 2, from: '2026-03-02' }));
    const firstOn = (date: string, more: Partial<ProviderCalendar> = {}) =>
      timesOn(date, {}, { ...calendar, ...more })[0];
    expect([firstOn('2026-03-02'), firstOn('2026-03-09'), firstOn('2026-03-16')]).toEqual([
      ...['01:00', '00:00', '01:00'],
    ]);
    expect(firstOn('2026-03-02', { daysOff: new Set([getDay('2026-03-02')]) })).toBe('00:00');
  });
});
