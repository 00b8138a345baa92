import { AROUND_THE_CLOCK, aCalendar, aService, at } from '../../../test/support/worlds/builders';
import { getDay } from '../../platform/time/local-date';
import {
  type DayLimit,
  leftOn,
  type ProviderCalendar,
  type ExactCandidate,
  slotsOn,
  verdict,
  weeklyHours,
} from './index';

const SATURDAY_NOON = at('2026-02-28T12:00Z');
const MONDAY = getDay('2026-03-02');
const TEN = at('2026-03-02T10:00Z');
const MINUTE_MS = 60_000;

/** So many appointments a date, of which those with these sessions are booked on Monday. Their ids are counted from 1. */
function aLimit(most: number, sessions: readonly string[], differences: Partial<DayLimit> = {}): DayLimit {
  const counted = sessions.map((session, i) => ({ session, appointmentId: i + 1, day: MONDAY }));
  return { name: 'provider.maxPerDay', most, counted, ...differences };
}

function answerTo(limits: readonly DayLimit[], candidate: Partial<ExactCandidate> = {}) {
  return verdict(SATURDAY_NOON, aService(), aCalendar({ limits }), { start: TEN, ...candidate });
}

function limitFor(...parts: Parameters<typeof answerTo>) {
  const answer = answerTo(...parts);
  return answer.bookable ? undefined : [answer.reason, answer.limit];
}

describe('A limit per day', () => {
  it('refuses what would exceed it, by its name', () => {
    expect(limitFor([aLimit(2, ['a'])])).toBeUndefined();
    expect(limitFor([aLimit(2, ['a', 'b'])])).toEqual(['limit_reached', 'provider.maxPerDay']);
    const ofService = aLimit(1, ['a'], { name: 'service.maxPerDay' });
    expect(limitFor([ofService, aLimit(1, ['a'])])).toEqual(['limit_reached', 'service.maxPerDay']);
  });

  it('counts a session once, and an appointment that is being moved not at all', () => {
    expect(limitFor([aLimit(2, ['yoga', 'yoga', 'yoga'])])).toBeUndefined();
    expect(limitFor([aLimit(2, ['a', 'b'])], { excludeAppointmentId: 2 })).toBeUndefined();
    expect(limitFor([aLimit(1, ['yoga', 'yoga'])], { excludeAppointmentId: 2 })).toBeDefined();
  });

  it('leaves as many sessions as it allows beyond those of the date', () => {
    const limit = aLimit(3, ['yoga', 'yoga', 'a']);
    expect([leftOn(limit, MONDAY), leftOn(limit, MONDAY + 1)]).toEqual([1, 3]);
  });

  it('is about the date of the start on the provider’s clock', () => {
    const hours = weeklyHours(null, AROUND_THE_CLOCK);
    const calendar = aCalendar({ hours, timeZone: 'Asia/Tokyo', limits: [aLimit(1, ['a'])] });
    const isBookable = (start: string) =>
      verdict(SATURDAY_NOON, aService(), calendar, { start: at(start) }).bookable;
    expect(isBookable('2026-03-01T14:59Z')).toBe(true);
    expect(isBookable('2026-03-01T15:00Z')).toBe(false);
    expect(isBookable('2026-03-02T14:59Z')).toBe(false);
    expect(isBookable('2026-03-02T15:00Z')).toBe(true);
  });

  it('is skipped by ignoreSchedule', () => {
    expect(limitFor([aLimit(1, ['a'])], { ignoreSchedule: true })).toBeUndefined();
  });

  it('takes a full date out of what is offered, but for the sessions that can be joined', () => {
    const hour = { start: TEN + 30 * MINUTE_MS, end: TEN + 90 * MINUTE_MS };
    const yoga = {
      ...hour,
      session: 'yoga',
      appointmentId: 1,
      busy: hour,
      seats: [1],
      resourceIds: [],
      team: [],
    };
    const withLimit = (most: number): ProviderCalendar =>
      aCalendar({
        sessions: [yoga],
        busy: [{ ...hour, appointmentId: 1 }],
        limits: [aLimit(most, ['yoga'])],
      });
    const times = (most: number, date: string) =>
      slotsOn(SATURDAY_NOON, aService({ capacity: 2 }), withLimit(most), date).map(({ time }) => time);
    expect(times(1, '2026-03-02')).toEqual(['10:30']);
    expect(times(2, '2026-03-02')).toHaveLength(7);
    expect(times(1, '2026-03-03')).toHaveLength(8);
  });
});
