import { aCalendar, aService, at } from '../../../test/support/worlds/builders';
import { type ProviderCalendar, slotsOn, TeamChoice, type TeamNeed, verdict, Workload } from './index';
import type { TakenPeople, TeamRequest, TeamTime } from './teams';

const SUNDAY_NOON = at('2026-03-01T12:00Z');
const LEADER = 1;

/** A time on Monday, 2 March 2026. */
function from(start: string, end: string) {
  return { start: at(`2026-03-02T${start}Z`), end: at(`2026-03-02T${end}Z`) };
}

const HOUR = from('10:00', '11:00');
const TEN: TeamTime = { ...HOUR, busy: HOUR };

function one(...providerIds: number[]): TeamNeed {
  return { providerIds, count: 1 };
}

function helpers(...ids: number[]): ProviderCalendar[] {
  return ids.map((providerId) => aCalendar({ providerId, offersService: false }));
}

/** @param minutes how many minutes of that Monday a helper is booked, by id */
function choiceOf(
  needs: readonly TeamNeed[],
  calendars: readonly ProviderCalendar[],
  minutes: Readonly<Record<number, number>> = {},
  request: TeamRequest = {},
): TeamChoice {
  const { start } = from('15:00', '16:00');
  const booked = Object.entries(minutes).map(([id, many]) => {
    return [Number(id), [{ start, end: start + many * 60_000 }]] as const;
  });
  return new TeamChoice(needs, calendars, new Workload(new Map(booked)), request);
}

describe('The choice of a team', () => {
  it('takes those with the fewest booked minutes on the date, then the lowest ids, and lists them by id', () => {
    const needs = [{ providerIds: [2, 3, 4, 5], count: 2 }];
    const all = helpers(5, 4, 3, 2);
    expect(choiceOf(needs, all).for(TEN, LEADER)).toEqual([2, 3]);
    expect(choiceOf(needs, all, { 2: 30, 3: 45, 5: 10 }).for(TEN, LEADER)).toEqual([4, 5]);
  });

  it('counts the minutes of the date on the clock of each helper', () => {
    const [here, there] = [
      aCalendar({ providerId: 2 }),
      aCalendar({ providerId: 3, timeZone: 'Asia/Tokyo' }),
    ];
    const workload = new Workload(new Map([2, 3].map((id) => [id, [from('16:00', '17:00')]])));
    // In Tokyo it is Tuesday by then.
    const team = new TeamChoice([one(2, 3)], [here, there], workload);
    expect(team.for({ ...TEN, ignoreSchedule: true }, LEADER)).toEqual([3]);
  });

  it('finds a team whenever there is one: a helper who can fill two places fills the one that no other can', () => {
    const needs = [one(2, 3), one(2), one(3, 4)];
    expect(choiceOf(needs, helpers(2, 3, 4)).for(TEN, LEADER)).toEqual([2, 3, 4]);
    expect(choiceOf(needs, helpers(2, 3)).for(TEN, LEADER)).toBeUndefined();
  });

  it('keeps those who come first even if another one has to make room in another place', () => {
    expect(
      choiceOf([one(2, 3), one(2, 4)], helpers(2, 3, 4), { 2: 0, 3: 5, 4: 60 }).for(TEN, LEADER),
    ).toEqual([2, 3]);
  });

  it('has no provider twice, and never the one who leads', () => {
    expect(choiceOf([one(2), one(2)], helpers(2)).for(TEN, LEADER)).toBeUndefined();
    expect(choiceOf([one(1, 2)], helpers(1, 2)).for(TEN, LEADER)).toEqual([2]);
    expect(choiceOf([one(1, 2)], helpers(1, 2)).for(TEN, 2)).toEqual([1]);
    expect(choiceOf([one(1)], helpers(1)).isThereFor(TEN, LEADER)).toBe(false);
  });

  it.each<[string, Partial<ProviderCalendar>]>([
    ['is not active', { isAvailable: false }],
    ['does not work then', { hours: () => [] }],
    ['has a special day', { special: new Map([[20_514, []]]) }],
    ['is away for a minute of it', { timeOff: [from('10:59', '11:30')] }],
    ['is busy elsewhere', { busyElsewhere: [from('10:00', '10:01')] }],
    ['is closed with the business', { closures: [from('08:00', '10:01')] }],
    ['is taken within the buffers', { busy: [{ appointmentId: 4, ...from('09:00', '09:56') }] }],
  ])('passes over a helper who %s', (_, differences) => {
    const busy = from('09:55', '11:10');
    const team = choiceOf([one(2)], [aCalendar({ providerId: 2, ...differences })]);
    expect(team.for({ ...HOUR, busy }, LEADER)).toBeUndefined();
    expect(choiceOf([one(2)], helpers(2)).for({ ...HOUR, busy }, LEADER)).toEqual([2]);
  });

  it('without the schedule passes over those who are taken or inactive alone', () => {
    const time = { ...TEN, ignoreSchedule: true };
    const off = aCalendar({ providerId: 2, hours: () => [], timeOff: [HOUR], busyElsewhere: [HOUR] });
    expect(choiceOf([one(2)], [off]).for(time, LEADER)).toEqual([2]);
    expect(choiceOf([one(2)], [{ ...off, isAvailable: false }]).for(time, LEADER)).toBeUndefined();
    const taken = { ...off, busy: [{ appointmentId: 4, ...HOUR }] };
    expect(choiceOf([one(2)], [taken]).for(time, LEADER)).toBeUndefined();
    const moved = choiceOf([one(2)], [taken], {}, { excludeAppointmentId: 4 });
    expect(moved.for(time, LEADER)).toEqual([2]);
  });

  it('keeps who helps already and is free', () => {
    const needs = [{ providerIds: [2, 3, 4], count: 2 }];
    const request = { keptTeam: [3, 4] };
    expect(choiceOf(needs, helpers(2, 3, 4), { 4: 90 }, request).for(TEN, LEADER)).toEqual([3, 4]);
    expect(choiceOf(needs, helpers(2, 3), {}, request).for(TEN, LEADER)).toEqual([2, 3]);
  });

  it('of an appointment that keeps its time may have a helper who is not at work any more, but no new one', () => {
    const off = (providerId: number) => aCalendar({ providerId, hours: () => [] });
    const choice = choiceOf([one(2, 3)], [off(2), off(3)], {}, { keptTeam: [3] });
    expect(choice.inPlace(TEN, LEADER)).toEqual([3]);
    expect(choiceOf([one(2, 3)], [off(2)], {}, { keptTeam: [3] }).inPlace(TEN, LEADER)).toBeUndefined();
  });

  it('does without those whom earlier items of the visit take, as providers or as helpers', () => {
    const item = (providerId: number, team: number[], busy = HOUR): TakenPeople => ({
      providerId,
      placement: { busy, team },
    });
    const choice = choiceOf([one(2, 3, 4)], helpers(2, 3, 4));
    expect(choice.for(TEN, LEADER, [item(2, [3])])).toEqual([4]);
    expect(choice.for(TEN, LEADER, [item(2, [3, 4])])).toBeUndefined();
    expect(choice.for(TEN, LEADER, [item(2, [3, 4], from('09:00', '10:00'))])).toEqual([2]);
  });
});

describe('A service with a team', () => {
  const service = aService({ durationMin: 60, slotIntervalMin: 60 });
  const helper = aCalendar({ providerId: 2, busy: [{ appointmentId: 4, ...from('10:30', '15:00') }] });
  const team = choiceOf([one(2)], [helper]);

  it('is offered when the team is free, and refused with a reason of its own when it is not', () => {
    const options = { team };
    const times = slotsOn(SUNDAY_NOON, service, aCalendar(), '2026-03-02', options).map(({ time }) => time);
    expect(times).toEqual(['09:00', '15:00', '16:00']);
    const answerAt = (start: number) =>
      verdict(SUNDAY_NOON, service, aCalendar(), { start }, undefined, team);
    expect(answerAt(at('2026-03-02T10:00Z'))).toMatchObject({ reason: 'team_unavailable', conflicts: [] });
    expect(answerAt(at('2026-03-02T15:00Z'))).toMatchObject({ placement: { team: [2] } });
  });
});
