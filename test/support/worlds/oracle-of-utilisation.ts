/** Says what a report of utilisation has for a world: minute by minute, appointment by appointment. */
import type { Interval } from '../../../src/platform/time/interval';
import { type ExpectedOpenTime, OracleOfOpenTime, openTimeOfHelper } from './oracle-of-open-time';
import type { StoredWorld } from './stored-world';
import type { Scene } from './tape';
import type { World } from './world';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LOCATIONS = [1, 2];

interface ExpectedRow {
  readonly openMin: number | null;
  readonly blockedMin: number | null;
  readonly bookedMin: number;
  readonly appointments: number;
}

interface Booked extends Interval {
  readonly provider: number;
  readonly service: number;
  readonly team: readonly number[];
  readonly resourceIds: readonly number[];
}

/** A provider with an oracle of its time at a place, or at all. */
interface Person {
  readonly id: number;
  readonly isActive: boolean;
  readonly at: (place: number | null) => OracleOfOpenTime;
}

type Ids = Pick<StoredWorld, 'personId' | 'serviceId' | 'otherServiceId' | 'classServiceIds'>;

const SCENES = new Map<Scene, Scene>();

/** The scene on the clock of the business. */
export function businessScene(scene: Scene): Scene {
  const known = SCENES.get(scene) ?? { ...scene, zone: 'UTC' };
  SCENES.set(scene, known);
  return known;
}

/** Of a world of appointments that no place names, whose business is in UTC. */
export class OracleOfUtilisation {
  private readonly all: readonly Booked[];
  private readonly people: readonly Person[];

  constructor(
    private readonly world: World,
    private readonly range: Interval,
    private readonly ids: Ids,
  ) {
    const helpers = world.helpers.filter(({ id }) => id !== world.leaderId);
    const leader = ids.personId(world.leaderId);
    const other = { service: ids.otherServiceId, team: [], resourceIds: [] };
    const sessions = world.seats.map(({ start, end, team, resourceIds }) => ({
      ...{ start, end, resourceIds, provider: leader, service: ids.serviceId },
      team: team.map((id) => ids.personId(id)),
    }));
    const booked = [
      ...world.busy.map(({ start, end }) => ({ ...other, start, end, provider: leader })),
      ...sessions,
      ...helpers.flatMap(({ id, claims }) =>
        claims.map(({ start, end }) => ({ ...other, start, end, provider: ids.personId(id) })),
      ),
    ];
    this.all = booked.filter(({ start, end }) => start < range.end && end > range.start);
    this.people = [
      { id: leader, isActive: world.isAvailable, at: (place) => new OracleOfOpenTime(world, place) },
      ...helpers.map((helper) => ({
        id: ids.personId(helper.id),
        isActive: helper.isAvailable,
        at: (place: number | null) => openTimeOfHelper(world, helper, place),
      })),
    ];
  }

  rowsBy(by: 'provider' | 'service' | 'location' | 'resource' | 'weekday') {
    const rows = {
      provider: () => this.byProvider(),
      service: () => this.byService(),
      location: () => this.byLocation(),
      resource: () => this.byResource(),
      weekday: () => this.byWeekday(),
    };
    return new Map<number | null, ExpectedRow>(rows[by]());
  }

  private byProvider(): [number, ExpectedRow][] {
    return this.shown().map(({ id, at }) => [
      id,
      {
        ...named(at(null).in(this.range)),
        ...this.ofTakers([id]),
        ...this.counted((one) => one.provider === id),
      },
    ]);
  }

  private byService(): [number, ExpectedRow][] {
    const { serviceId, otherServiceId, classServiceIds } = this.ids;
    return [serviceId, otherServiceId, ...classServiceIds].flatMap((id) => {
      const isOf = (one: Booked) => one.service === id;
      const isShown = id !== serviceId || this.world.service.isAvailable || this.all.some(isOf);
      const row = { ...NO_TIME, ...this.ledBy(isOf), ...this.counted(isOf) };
      return isShown ? [[id, row] as [number, ExpectedRow]] : [];
    });
  }

  private byLocation(): [number | null, ExpectedRow][] {
    const nothing = { bookedMin: 0, appointments: 0 };
    const openAt = (place: number | null, places: 'all' | 'none') =>
      named(added(this.shown().map(({ at }) => at(place).in(this.range, places))));
    const rows = LOCATIONS.map((id): [number, ExpectedRow] => [id, { ...openAt(id, 'all'), ...nothing }]);
    if (this.all.length === 0) return rows;
    const takers = this.people.map(({ id }) => id);
    const without = { ...openAt(null, 'none'), ...this.ofTakers(takers), ...this.counted(() => true) };
    return [...rows, [null, without]];
  }

  private byResource(): [number | null, ExpectedRow][] {
    const { world, range } = this;
    // It is used in the hours of the business, on its clock.
    const business = { ...world, schedule: null, classes: [], leaderId: 0, busyElsewhere: [] };
    const rows = world.resources.map(({ id, locationId, timeOff }): [number, ExpectedRow] => {
      const special = { ...world.special, own: {} };
      const usable = { ...business, special, timeOff, scene: businessScene(world.scene) };
      const takes = ({ resourceIds }: Booked) => resourceIds.includes(id);
      const open = named(new OracleOfOpenTime(usable, locationId).in(range));
      return [id, { ...open, ...this.ledBy(takes), ...this.counted(takes) }];
    });
    const isWithout = ({ resourceIds }: Booked) => resourceIds.length === 0;
    if (!this.all.some(isWithout)) return rows;
    return [...rows, [null, { ...NO_TIME, ...this.ledBy(isWithout), ...this.counted(isWithout) }]];
  }

  private byWeekday(): [number, ExpectedRow][] {
    const days = this.days();
    const oracles = this.shown().map(({ at }) => at(null));
    const takers = this.people.map(({ id }) => id);
    return [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
      const own = days.filter(({ start }) => new Date(start).getUTCDay() === weekday);
      const open = added(oracles.flatMap((oracle) => own.map((day) => oracle.in(day))));
      const starts = ({ start }: Interval) => own.some((day) => start >= day.start && start < day.end);
      return [weekday, { ...named(open), ...this.ofTakers(takers, own), ...this.counted(starts) }];
    });
  }

  /** Those who have a row. */
  private shown(): readonly Person[] {
    const isBooked = (id: number) =>
      this.all.some(({ provider, team }) => provider === id || team.includes(id));
    return this.people.filter(({ id, isActive }) => isActive || isBooked(id));
  }

  private days(): readonly Interval[] {
    const { start, end } = this.range;
    const days: Interval[] = [];
    for (let day = Math.floor(start / DAY_MS) * DAY_MS; day < end; day += DAY_MS)
      days.push({ start: Math.max(day, start), end: Math.min(day + DAY_MS, end) });
    return days;
  }

  private counted(counts: (one: Booked) => boolean) {
    const { start, end } = this.range;
    const begun = this.all.filter((one) => one.start >= start && one.start < end);
    return { appointments: begun.filter(counts).length };
  }

  /** The time of the providers who give or help, each session once. */
  private ofTakers(takers: readonly number[], parts: readonly Interval[] = [this.range]) {
    const times = takers.flatMap((id) =>
      once(this.all.filter(({ provider, team }) => provider === id || team.includes(id))),
    );
    return { bookedMin: minutesWithin(times, parts) };
  }

  /** The time of appointments, each session once. */
  private ledBy(isOf: (one: Booked) => boolean) {
    const times = this.people.flatMap(({ id }) =>
      once(this.all.filter((one) => one.provider === id && isOf(one))),
    );
    return { bookedMin: minutesWithin(times, [this.range]) };
  }
}

const NO_TIME = { openMin: null, blockedMin: null };

function named({ open, blocked }: ExpectedOpenTime) {
  return { openMin: open, blockedMin: blocked };
}

function added(times: readonly ExpectedOpenTime[]): ExpectedOpenTime {
  return times.reduce((a, b) => ({ open: a.open + b.open, blocked: a.blocked + b.blocked }), {
    open: 0,
    blocked: 0,
  });
}

/** Of one provider: what has the same time is a session. */
function once(times: readonly Interval[]): readonly Interval[] {
  return [...new Map(times.map((time) => [`${time.start} ${time.end}`, time])).values()];
}

function minutesWithin(times: readonly Interval[], parts: readonly Interval[]): number {
  const lengths = times.flatMap((time) =>
    parts.map((part) => Math.max(0, Math.min(time.end, part.end) - Math.max(time.start, part.start))),
  );
  return Math.floor(lengths.reduce((a, b) => a + b, 0) / MINUTE_MS);
}
