import { AROUND_THE_CLOCK, aCalendar, aService, at } from '../../../../test/support/worlds/builders';
import { TRANSITIONS } from '../../../../test/support/worlds/transitions';
import { slotsBetween, weeklyHours } from '../../../booking/engine/index';
import { type LocalStart, dayBounds, toInstant } from './wall-clock';
import { addDays, parseTime } from '../local-date';

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

interface OffsetChange {
  readonly zone: string;
  readonly at: string;
  readonly instant: number;
  readonly before: number;
  readonly after: number;
}

const CHANGES: readonly OffsetChange[] = Object.entries(TRANSITIONS).flatMap(([zone, list]) =>
  list.map(([text, before, after]) => ({ zone, at: text, instant: at(text), before, after })),
);
const FORWARD = CHANGES.filter(({ before, after }) => before < after);
const BACKWARD = CHANGES.filter(({ before, after }) => before > after);

/** The local date and time at an instant, `offsetMin` minutes east of UTC. */
function reading(instant: number, offsetMin: number): LocalStart {
  const text = new Date(instant + offsetMin * MINUTE_MS).toISOString();
  return { date: text.slice(0, 10), timeMin: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) };
}

/** The minute before the change and the minute of the change, in local time. */
function around({ instant, before, after }: OffsetChange): readonly [LocalStart, LocalStart] {
  return [reading(instant - MINUTE_MS, before), reading(instant, after)];
}

function minutes(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);
}

const source = `this Node's zone data is ${process.versions['tz'] ?? 'unknown'}; a failure may mean that the table's differs`;

describe(`Clock changes from 2026 to 2030 (${source})`, () => {
  it.each(FORWARD)('skip every minute of the gap in $zone at $at', (change) => {
    const { zone, instant, before, after } = change;
    const jumped = minutes(before, after).map((offset) => toInstant(reading(instant, offset), zone));
    expect(new Set(jumped.map((resolution) => JSON.stringify(resolution)))).toEqual(
      new Set([JSON.stringify({ kind: 'gap', instant })]),
    );
    const [last, first] = around(change);
    expect(toInstant(last, zone)).toEqual({ kind: 'exact', instant: instant - MINUTE_MS });
    expect(toInstant(first, zone)).toEqual({ kind: 'exact', instant });
  });

  it.each(BACKWARD)(
    'show every minute twice in $zone before and after $at',
    ({ zone, instant, before, after }) => {
      const repeated = minutes(0, before - after).map((n) =>
        toInstant(reading(instant + n * MINUTE_MS, after), zone),
      );
      expect(repeated).toEqual(
        minutes(0, before - after).map((n) => ({
          kind: 'ambiguous',
          instant: instant + (n - (before - after)) * MINUTE_MS,
          second: instant + n * MINUTE_MS,
        })),
      );
      const lastOnce = instant - (before - after + 1) * MINUTE_MS;
      const firstOnce = instant + (before - after) * MINUTE_MS;
      expect(toInstant(reading(lastOnce, before), zone)).toEqual({ kind: 'exact', instant: lastOnce });
      expect(toInstant(reading(firstOnce, after), zone)).toEqual({ kind: 'exact', instant: firstOnce });
    },
  );

  it.each(CHANGES)('make the day of $at in $zone longer or shorter by the change', (change) => {
    const [{ date: first }, { date: last }] = around(change);
    const lengthMin = (dayBounds(last, change.zone).end - dayBounds(first, change.zone).start) / MINUTE_MS;
    const days = first === last ? 1 : 2;
    expect(lengthMin).toBe(days * DAY_MIN - (change.after - change.before));
  });

  it.each(Object.keys(TRANSITIONS))('leave every other day of %s at 24 hours', (zone) => {
    const changed = CHANGES.filter((change) => change.zone === zone).flatMap((change) => around(change));
    const excepted = new Set(changed.map(({ date }) => date));
    const odd: string[] = [];
    for (let date = '2026-01-01'; date <= '2030-12-31'; date = addDays(date, 1)) {
      const { start, end } = dayBounds(date, zone);
      if (end - start !== DAY_MIN * MINUTE_MS && !excepted.has(date)) odd.push(date);
    }
    expect(odd).toEqual([]);
  });

  it.each(CHANGES)('leave one slot for each half hour that exists in $zone around $at', (change) => {
    const { zone, before, after } = change;
    const [{ date: first }, { date: last }] = around(change);
    const calendar = aCalendar({ timeZone: zone, hours: weeklyHours(null, AROUND_THE_CLOCK) });
    const service = aService({ durationMin: 30 });
    const days = slotsBetween(
      at('2026-01-01T00:00Z'),
      { ...service, maxAdvanceDays: 2_000 },
      calendar,
      first,
      last,
    );
    const slots = days.flatMap((day) => day.slots);
    const named = slots.map((slot) =>
      toInstant({ date: slot.date, timeMin: parseTime(slot.time) ?? NaN }, zone),
    );
    expect(named.map(({ instant }) => instant)).toEqual(slots.map(({ start }) => start));
    expect(named.filter(({ kind }) => kind === 'gap')).toEqual([]);
    expect(slots).toHaveLength((days.length * DAY_MIN - Math.max(after - before, 0)) / 30);
  });
});
