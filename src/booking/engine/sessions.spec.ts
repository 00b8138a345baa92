import { AROUND_THE_CLOCK, aCalendar, aService, at } from '../../../test/support/worlds/builders';
import {
  type ProviderCalendar,
  type ExactCandidate,
  type ServiceRules,
  type SessionClaim,
  slotsOn,
  verdict,
  weeklyHours,
} from './index';
import { sessionsOf } from './sessions';

const MONDAY = '2026-03-02';
const SUNDAY_NOON = at('2026-03-01T12:00Z');
const TEN = at('2026-03-02T10:00Z');
const MINUTE_MS = 60_000;

/** A part of the session of appointment 1 and others, on Monday from 10:00 to 11:00. */
function claim(differences: Partial<SessionClaim> = {}): SessionClaim {
  const hour = { start: TEN, end: TEN + 60 * MINUTE_MS };
  return {
    session: 'yoga',
    appointmentId: 1,
    ...hour,
    busy: hour,
    seats: [1],
    resourceIds: [],
    team: [],
    ...differences,
  };
}

/** A provider who has these sessions, and nothing else. */
function calendarWith(...sessions: readonly SessionClaim[]): ProviderCalendar {
  const busy = sessions.map((session) => ({ ...session.busy, appointmentId: session.appointmentId }));
  return aCalendar({ sessions, busy });
}

function answerTo(calendar: ProviderCalendar, candidate: Partial<ExactCandidate> = {}, capacity = 4) {
  return verdict(SUNDAY_NOON, aService({ capacity }), calendar, { start: TEN, ...candidate });
}

function reasonFor(...parts: Parameters<typeof answerTo>) {
  const answer = answerTo(...parts);
  return answer.bookable ? undefined : answer.reason;
}

function placementFor(...parts: Parameters<typeof answerTo>) {
  const answer = answerTo(...parts);
  return answer.bookable ? answer.placement : undefined;
}

function seatsLeft(calendar: ProviderCalendar, service: Partial<ServiceRules> = {}, seats = 1) {
  return slotsOn(SUNDAY_NOON, aService({ capacity: 4, ...service }), calendar, MONDAY, { seats })
    .map((slot) => `${slot.time} ${slot.seatsLeft ?? '-'}`)
    .join(', ');
}

describe('A group session', () => {
  it('is opened by the first booking, which takes the first seats', () => {
    expect(placementFor(aCalendar(), { seats: 3 })).toMatchObject({ session: null, seats: [1, 2, 3] });
  });

  it('is joined by a booking with the same start and end, which takes the lowest free seats', () => {
    const calendar = calendarWith(claim({ seats: [2] }), claim({ appointmentId: 2, seats: [4] }));
    expect(placementFor(calendar, { seats: 2 }, 5)).toMatchObject({ session: 'yoga', seats: [1, 3] });
  });

  it('gives those who join its own buffers, resources and team, without looking for others', () => {
    const busy = { start: TEN - 15 * MINUTE_MS, end: TEN + 75 * MINUTE_MS };
    expect(placementFor(calendarWith(claim({ busy, resourceIds: [7], team: [8] })))).toEqual({
      busy,
      session: 'yoga',
      seats: [2],
      resourceIds: [7],
      team: [8],
    });
  });

  it('is full when fewer seats are left than requested', () => {
    const calendar = calendarWith(claim({ seats: [1, 2] }));
    expect(reasonFor(calendar, { seats: 2 })).toBeUndefined();
    expect(reasonFor(calendar, { seats: 3 })).toBe('session_full');
  });

  it('is full from the start for more seats than the capacity', () => {
    expect(reasonFor(aCalendar(), { seats: 4 })).toBeUndefined();
    expect(reasonFor(aCalendar(), { seats: 5 })).toBe('session_full');
    expect(seatsLeft(aCalendar(), {}, 5)).toBe('');
  });

  it('keeps its appointments when the capacity is lowered, and takes no other', () => {
    const calendar = calendarWith(claim({ seats: [1, 2, 3] }));
    expect(reasonFor(calendar, {}, 2)).toBe('session_full');
    expect(placementFor(calendar, { excludeAppointmentId: 1 }, 2)).toMatchObject({ seats: [1] });
  });

  it('never has fewer than no seats left', () => {
    const [session] = sessionsOf([claim({ seats: [1, 2, 3] })], undefined);
    expect(session?.seatsLeft(4)).toBe(1);
    expect(session?.seatsLeft(2)).toBe(0);
  });

  it('counts free seats, also where taken numbers are above the capacity', () => {
    const calendar = calendarWith(claim({ seats: [5, 6] }));
    expect(placementFor(calendar, { seats: 2 })).toMatchObject({ seats: [1, 2] });
    expect(reasonFor(calendar, { seats: 3 })).toBe('session_full');
  });

  it('cannot be joined with another start or another end', () => {
    const calendar = calendarWith(claim());
    expect(reasonFor(calendar, { start: TEN + MINUTE_MS })).toBe('slot_taken');
    expect(reasonFor(calendar, { end: TEN + 90 * MINUTE_MS })).toBe('slot_taken');
  });

  it('cannot be joined at all when the capacity is 1', () => {
    expect(reasonFor(calendarWith(claim()), {}, 1)).toBe('slot_taken');
  });

  it('can be joined only within the booking window and the working hours', () => {
    const calendar = calendarWith(claim());
    const closed = { ...calendar, closures: [{ start: TEN, end: TEN + MINUTE_MS }] };
    expect(reasonFor(closed)).toBe('closed');
    expect(reasonFor(closed, { ignoreSchedule: true })).toBeUndefined();
    expect(seatsLeft(calendar, { minNoticeMin: 23 * 60 })).toMatch(/^11:00 4/);
  });

  it('does not count the seats of an appointment that is being moved', () => {
    const both = calendarWith(claim({ seats: [1, 2] }), claim({ appointmentId: 2, seats: [3, 4] }));
    const moved = { seats: 2, excludeAppointmentId: 1 };
    expect(placementFor(both, moved)).toMatchObject({ session: 'yoga', seats: [1, 2] });
    expect(placementFor(calendarWith(claim()), moved)).toMatchObject({ session: null, seats: [1, 2] });
  });

  it('counts the seats of holds', () => {
    expect(reasonFor(calendarWith(claim({ appointmentId: null, seats: [1, 2, 3, 4] })))).toBe('session_full');
  });
});

describe('The slots of a service with sessions', () => {
  const afternoon = { closures: [{ start: at('2026-03-02T13:00Z'), end: at('2026-03-02T17:00Z') }] };

  it('say how many seats are left, at the starts of sessions too', () => {
    const calendar = { ...calendarWith(claim({ seats: [1, 2, 3] })), ...afternoon };
    expect(seatsLeft(calendar)).toBe('09:00 4, 10:00 1, 11:00 4, 12:00 4');
    expect(seatsLeft(calendar, {}, 2)).toBe('09:00 4, 11:00 4, 12:00 4');
  });

  it('contain a session off the grid, in the order of time', () => {
    const [start, end] = [at('2026-03-02T10:20Z'), at('2026-03-02T11:20Z')];
    const calendar = { ...calendarWith(claim({ start, end, busy: { start, end } })), ...afternoon };
    expect(seatsLeft(calendar)).toBe('09:00 4, 10:20 3, 12:00 4');
  });

  it('do not contain a session outside the working hours, or one that lasts longer than the service', () => {
    const [start, end] = [at('2026-03-02T08:30Z'), at('2026-03-02T09:30Z')];
    const early = { ...calendarWith(claim({ start, end, busy: { start, end } })), ...afternoon };
    expect(seatsLeft(early)).toBe('10:00 4, 11:00 4, 12:00 4');
    const long = { start: TEN, end: TEN + 90 * MINUTE_MS };
    expect(seatsLeft({ ...calendarWith(claim({ ...long, busy: long })), ...afternoon })).toBe(
      '09:00 4, 12:00 4',
    );
  });

  it('do not contain a session in the second of two equal hours, which no local time names', () => {
    const start = at('2026-10-25T02:30+01:00');
    const time = { start, end: start + 60 * MINUTE_MS };
    const calendar = {
      ...calendarWith(claim({ ...time, busy: time })),
      timeZone: 'Europe/Berlin',
      hours: weeklyHours(null, AROUND_THE_CLOCK),
    };
    const service = aService({ capacity: 4 });
    expect(verdict(SUNDAY_NOON, service, calendar, { start }).bookable).toBe(true);
    const slots = slotsOn(SUNDAY_NOON, service, calendar, '2026-10-25');
    expect(slots.map((slot) => slot.start)).not.toContain(start);
  });
});
