import { WEEKDAYS } from '../../platform/time/weekdays';
import { AROUND_THE_CLOCK, aCalendar, aService, at } from '../../../test/support/worlds/builders';
import {
  type ProviderCalendar,
  type ExactCandidate,
  REASONS,
  type Reason,
  type ServiceRules,
  NO_RESOURCES,
  NO_TEAM,
  ResourceChoice,
  TeamChoice,
  Workload,
  placementOf,
  verdict,
  weeklyHours,
} from './index';

const HOUR_MS = 3_600_000;
const NOON_ON_MONDAY = at('2026-03-02T12:00Z');
/** For a service that needs a room, where there is none. */
const NO_ROOM = new ResourceChoice([{ kind: 'room', quantity: 1 }], []);
const NO_HELPER = new TeamChoice([{ providerIds: [2], count: 1 }], [], new Workload(new Map()));

/** An hour from a start, as an interval. */
/** Around the clock at one place. */
function atPlace(locationId: number) {
  const entries = WEEKDAYS.map((day) => ({ day, startMin: 0, endMin: 1_440, breaks: [], locationId }));
  return weeklyHours(entries, AROUND_THE_CLOCK);
}

function hourFrom(text: string) {
  return { start: at(text), end: at(text) + HOUR_MS };
}

function answerTo(
  candidate: ExactCandidate,
  calendar: Partial<ProviderCalendar> = {},
  service: Partial<ServiceRules> = {},
  now = NOON_ON_MONDAY,
  resources = NO_RESOURCES,
  team = NO_TEAM,
) {
  return verdict(now, aService(service), aCalendar(calendar), candidate, resources, team);
}

function reasonFor(...parts: Parameters<typeof answerTo>): Reason | undefined {
  const answer = answerTo(...parts);
  return answer.bookable ? undefined : answer.reason;
}

describe('A verdict', () => {
  it('of a bookable time has its start, its end and what the booking takes', () => {
    const answer = answerTo(
      { start: { date: '2026-03-03', timeMin: 600 } },
      {},
      { bufferBeforeMin: 5, bufferAfterMin: 10 },
    );
    expect(answer).toEqual({
      bookable: true,
      locationId: null,
      zone: 'UTC',
      start: at('2026-03-03T10:00Z'),
      end: at('2026-03-03T11:00Z'),
      placement: {
        busy: { start: at('2026-03-03T09:55Z'), end: at('2026-03-03T11:10Z') },
        session: null,
        seats: null,
        resourceIds: [],
        team: [],
      },
    });
  });

  it('names the first rule that fails, in the order of the rules', () => {
    const tuesday = at('2026-03-03T10:00Z');
    const everythingWrong = {
      isAvailable: false,
      offersService: false,
      closures: [hourFrom('2026-03-03T10:30Z')],
      timeOff: [hourFrom('2026-03-03T10:30Z')],
      busyElsewhere: [hourFrom('2026-03-03T10:30Z')],
      hours: weeklyHours([{ day: 'sunday', startMin: 540, endMin: 600, breaks: [] }], AROUND_THE_CLOCK),
      busy: [{ ...hourFrom('2026-03-03T10:30Z'), appointmentId: 4 }],
      limits: [{ name: 'provider.maxPerDay' as const, most: 0, counted: [] }],
    };
    const full = { ...hourFrom('2026-03-03T10:00Z'), session: 's', appointmentId: 4, seats: [1, 2] };
    const sessions = [{ ...full, busy: hourFrom('2026-03-03T10:00Z'), resourceIds: [], team: [] }];
    const mended: [
      Reason,
      Partial<ProviderCalendar>,
      Partial<ServiceRules>,
      Partial<ExactCandidate>,
      number,
    ][] = [
      ['service_unavailable', {}, { isAvailable: false }, {}, 0],
      ['provider_unavailable', {}, {}, {}, 0],
      ['service_not_offered', { isAvailable: true }, {}, {}, 0],
      ['invalid_time', { offersService: true }, {}, { start: { date: '2026-02-30', timeMin: 600 } }, 0],
      ['in_the_past', {}, { minNoticeMin: 60, maxAdvanceDays: -2 }, {}, tuesday + 1],
      ['too_soon', {}, { minNoticeMin: 60, maxAdvanceDays: -2 }, {}, tuesday],
      ['too_far_ahead', {}, { maxAdvanceDays: 0 }, {}, NOON_ON_MONDAY],
      ['closed', {}, {}, {}, NOON_ON_MONDAY],
      ['time_off', { closures: [] }, {}, {}, NOON_ON_MONDAY],
      ['busy_elsewhere', { timeOff: [] }, {}, {}, NOON_ON_MONDAY],
      ['outside_working_hours', { busyElsewhere: [] }, {}, {}, NOON_ON_MONDAY],
      ['not_at_location', { hours: atPlace(2) }, {}, { seats: 3, locationId: 1 }, NOON_ON_MONDAY],
      ['not_in_timetable', {}, { timetable: [] }, { seats: 3, locationId: 1 }, NOON_ON_MONDAY],
      ['slot_taken', { hours: atPlace(1) }, {}, { seats: 3, locationId: 1 }, NOON_ON_MONDAY],
      ['session_full', { sessions }, { capacity: 2 }, {}, NOON_ON_MONDAY],
      ['resource_unavailable', { sessions: [], busy: [] }, { capacity: 2 }, {}, NOON_ON_MONDAY],
      ['team_unavailable', {}, { capacity: 2 }, {}, NOON_ON_MONDAY],
      ['limit_reached', {}, {}, {}, NOON_ON_MONDAY],
    ];
    let calendar: Partial<ProviderCalendar> = everythingWrong;
    const reasons = mended.map(([reason, mend, service, candidate, now]) => {
      calendar = { ...calendar, ...mend };
      const rooms = ['team_unavailable', 'limit_reached'].includes(reason) ? NO_RESOURCES : NO_ROOM;
      const team = reason === 'limit_reached' ? NO_TEAM : NO_HELPER;
      return reasonFor({ start: tuesday, ...candidate }, calendar, service, now, rooms, team);
    });
    expect(reasons).toEqual(mended.map(([reason]) => reason));
    expect(reasons).toEqual([...REASONS]);
  });

  it.each<[string, Reason | undefined]>([
    ['2026-03-03T11:59Z', 'too_soon'],
    ['2026-03-03T12:00Z', undefined],
    ['2026-03-05T16:00Z', undefined],
    ['2026-03-06T09:00Z', 'too_far_ahead'],
  ])('applies notice and horizon to the minute (start %s, reason %s)', (start, reason) => {
    expect(reasonFor({ start: at(start) }, {}, { minNoticeMin: 1_440, maxAdvanceDays: 3 })).toBe(reason);
  });

  it('compares the start with now to the millisecond', () => {
    const start = at('2026-03-03T10:00Z');
    expect(reasonFor({ start }, {}, {}, start)).toBeUndefined();
    expect(reasonFor({ start }, {}, {}, start + 1)).toBe('in_the_past');
  });

  it('counts the days of the horizon on the provider’s own calendar', () => {
    const auckland = { timeZone: 'Pacific/Auckland', hours: weeklyHours(null, AROUND_THE_CLOCK) };
    const candidate = { start: at('2026-03-02T23:00Z') };
    expect(reasonFor(candidate, auckland, { maxAdvanceDays: 0 })).toBeUndefined();
    expect(reasonFor(candidate, { ...auckland, timeZone: 'UTC' }, { maxAdvanceDays: 0 })).toBeUndefined();
    expect(reasonFor({ start: at('2026-03-03T11:30Z') }, auckland, { maxAdvanceDays: 0 })).toBe(
      'too_far_ahead',
    );
  });

  it('counts an hour that the clock repeats before midnight as part of the last day', () => {
    const stJohns = { timeZone: 'America/St_Johns', hours: weeklyHours(null, AROUND_THE_CLOCK) };
    const candidate = { start: at('2010-11-06T23:30-03:30') };
    expect(
      reasonFor(candidate, stJohns, { maxAdvanceDays: 0 }, at('2010-11-06T12:00-02:30')),
    ).toBeUndefined();
  });

  it('requires the whole appointment to lie inside one working stretch, to the minute', () => {
    expect(reasonFor({ start: at('2026-03-03T16:00Z') })).toBeUndefined();
    expect(reasonFor({ start: at('2026-03-03T16:01Z') })).toBe('outside_working_hours');
    expect(reasonFor({ start: at('2026-03-03T09:00Z'), end: at('2026-03-03T17:01Z') })).toBe(
      'outside_working_hours',
    );
  });

  it('allows an appointment across midnight only when the working hours continue there', () => {
    const always = { hours: weeklyHours(null, AROUND_THE_CLOCK) };
    expect(reasonFor({ start: at('2026-03-03T23:30Z') }, always)).toBeUndefined();
    const evenings = {
      hours: weeklyHours([{ day: 'tuesday', startMin: 1_200, endMin: 1_440, breaks: [] }], AROUND_THE_CLOCK),
    };
    expect(reasonFor({ start: at('2026-03-03T23:30Z') }, evenings)).toBe('outside_working_hours');
  });

  it('allows appointments to touch with their buffers, but not to overlap', () => {
    const busy = [{ ...hourFrom('2026-03-03T12:00Z'), appointmentId: 4 }];
    const buffers = { bufferBeforeMin: 15, bufferAfterMin: 10 };
    expect(reasonFor({ start: at('2026-03-03T10:50Z') }, { busy }, buffers)).toBeUndefined();
    expect(reasonFor({ start: at('2026-03-03T10:51Z') }, { busy }, buffers)).toBe('slot_taken');
    expect(reasonFor({ start: at('2026-03-03T13:15Z') }, { busy }, buffers)).toBeUndefined();
    expect(reasonFor({ start: at('2026-03-03T13:14Z') }, { busy }, buffers)).toBe('slot_taken');
  });

  it('allows a buffer to extend beyond the working hours', () => {
    expect(reasonFor({ start: at('2026-03-03T09:00Z') }, {}, { bufferBeforeMin: 30 })).toBeUndefined();
  });

  it('lists the conflicts, without the appointment that is being moved', () => {
    const busy = [
      { ...hourFrom('2026-03-03T10:30Z'), appointmentId: 4 },
      { ...hourFrom('2026-03-03T09:30Z'), appointmentId: 5 },
    ];
    const candidate = { start: at('2026-03-03T10:00Z') };
    expect(answerTo(candidate, { busy })).toMatchObject({
      reason: 'slot_taken',
      conflicts: [busy[1], busy[0]],
    });
    expect(answerTo({ ...candidate, excludeAppointmentId: 5 }, { busy })).toMatchObject({
      conflicts: [busy[0]],
    });
  });

  it('skips the schedule with ignoreSchedule, but never the overlap rule', () => {
    const sunday = { start: at('2026-03-01T03:00Z'), ignoreSchedule: true };
    const away = { closures: [hourFrom('2026-03-01T03:00Z')], timeOff: [hourFrom('2026-03-01T03:00Z')] };
    expect(reasonFor(sunday, away, { minNoticeMin: 60 })).toBeUndefined();
    const busy = [{ ...hourFrom('2026-03-01T03:30Z'), appointmentId: 4 }];
    expect(reasonFor(sunday, { ...away, busy })).toBe('slot_taken');
    expect(reasonFor(sunday, { offersService: false })).toBe('service_not_offered');
    expect(
      reasonFor(
        { start: { date: '2026-03-29', timeMin: 150 }, ignoreSchedule: true },
        { timeZone: 'Europe/Berlin' },
      ),
    ).toBe('invalid_time');
  });

  it('never skips full sessions and missing resources with ignoreSchedule', () => {
    const sunday = { start: at('2026-03-01T03:00Z'), ignoreSchedule: true };
    expect(reasonFor({ ...sunday, seats: 3 }, {}, { capacity: 2 })).toBe('session_full');
    expect(reasonFor(sunday, {}, {}, NOON_ON_MONDAY, NO_ROOM)).toBe('resource_unavailable');
  });

  it('accepts the second of two equal hours as an instant; a local time means the first', () => {
    const berlin = { timeZone: 'Europe/Berlin', hours: weeklyHours(null, AROUND_THE_CLOCK) };
    expect(answerTo({ start: at('2026-10-25T02:30+01:00') }, berlin)).toMatchObject({ bookable: true });
    expect(answerTo({ start: { date: '2026-10-25', timeMin: 150 } }, berlin)).toMatchObject({
      start: at('2026-10-25T02:30+02:00'),
    });
  });

  it.each<[string, ExactCandidate]>([
    ['a date that does not exist', { start: { date: '2026-02-29', timeMin: 600 } }],
    ['a time that does not exist', { start: { date: '2026-03-03', timeMin: 1_440 } }],
    ['a start that is not a number', { start: NaN }],
    ['an end that is not after the start', { start: at('2026-03-03T10:00Z'), end: at('2026-03-03T10:00Z') }],
    ['an infinite end', { start: at('2026-03-03T10:00Z'), end: Infinity }],
  ])('is invalid_time for %s', (_, candidate) => {
    expect(reasonFor(candidate)).toBe('invalid_time');
  });

  it.each([at('0001-01-01T00:00Z'), at('9999-12-31T23:59Z'), 8.64e15])(
    'has a reason even for the extreme instant %d',
    (start) => {
      const always = { hours: weeklyHours(null, AROUND_THE_CLOCK) };
      expect(['in_the_past', 'too_far_ahead']).toContain(reasonFor({ start }, always));
      expect(reasonFor({ start: at('2026-03-03T10:00Z'), end: 1e300 }, always)).toBe('outside_working_hours');
    },
  );
});

describe('The placement of an appointment', () => {
  const hour = hourFrom('2026-03-03T10:00Z');
  const busy = { start: at('2026-03-03T09:30Z'), end: at('2026-03-03T11:00Z') };

  it('keeps the buffers that it was booked with, and does not look at the schedule', () => {
    const calendar = aCalendar({ closures: [hour] });
    expect(placementOf(aService(), calendar, { ...hour, busy, seats: 1 }, 4, NO_RESOURCES)).toEqual({
      busy,
      session: null,
      seats: null,
      resourceIds: [],
      team: [],
    });
  });

  it('is refused when another appointment overlaps those buffers, but never because of itself', () => {
    const answerTo = (appointmentId: number) => {
      const calendar = aCalendar({ busy: [{ ...hourFrom('2026-03-03T09:00Z'), appointmentId }] });
      return placementOf(aService(), calendar, { ...hour, busy, seats: 1 }, 4, NO_RESOURCES);
    };
    expect(answerTo(5)).toBe('slot_taken');
    expect(answerTo(4)).toMatchObject({ busy });
  });

  it('is refused for missing resources', () => {
    expect(placementOf(aService(), aCalendar(), { ...hour, busy, seats: 1 }, 4, NO_ROOM)).toBe(
      'resource_unavailable',
    );
  });
});
