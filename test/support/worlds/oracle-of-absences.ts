/** Reassigns the appointments of an absent provider by trying everything. It shares only types with the planner. */
import type { ExpectedAppointment } from '../../../src/booking/diary/writes/batch-changes';
import type { Interval } from '../../../src/platform/time/interval';
import { type AbsenceWorld, busyOf, type Colleague, serviceOf, timeOf } from './absences';

const DAY_MS = 86_400_000;

/** Who takes each appointment, by its id; null: no one. */
export type Assignment = ReadonlyMap<number, number | null>;

export class OracleOfAbsences {
  /** All ways that give as many as possible. */
  readonly best: readonly Assignment[];
  private readonly appointments: readonly ExpectedAppointment[];

  constructor(private readonly world: AbsenceWorld) {
    this.appointments = world.absent.toSorted((a, b) => a.start - b.start || a.id - b.id);
    const allowed = this.everything(this.appointments).filter((each) => this.isAllowed(each));
    const most = Math.max(...allowed.map(countOf));
    this.best = allowed.filter((each) => countOf(each) === most);
  }

  /** The one of the best ways that the rules choose. */
  chosen(): Assignment {
    let left = this.best;
    const decided = new Set<ExpectedAppointment>();
    const fix = (some: readonly ExpectedAppointment[], narrowed: readonly Assignment[]) => {
      left = narrowed;
      for (const each of some) decided.add(each);
    };
    for (const appointment of this.appointments) {
      if (decided.has(appointment)) continue;
      const bundle = this.bundleOf(appointment);
      const ofSeries = this.seriesOf(bundle);
      const isWhole = [ofSeries, bundle].some((together) => {
        if (together.length < 2 || together.some((each) => decided.has(each))) return false;
        const narrowed = this.byChoice(appointment, left[0], decided)
          .map((id) => left.filter((way) => together.every((each) => way.get(each.id) === id)))
          .find((ways) => ways.length > 0);
        if (narrowed !== undefined) fix(together, narrowed);
        return narrowed !== undefined;
      });
      if (isWhole) continue;
      for (const each of bundle) {
        const choices = [...this.byChoice(each, left[0], decided), null];
        const narrowed = choices
          .map((id) => left.filter((way) => way.get(each.id) === id))
          .find((ways) => ways.length > 0);
        fix([each], narrowed ?? []);
      }
    }
    const [way] = left;
    if (way === undefined) throw new Error('no way is left');
    return way;
  }

  /** The colleagues by their minutes on the date, with what is decided, then by their ids. */
  private byChoice(
    { start }: ExpectedAppointment,
    way: Assignment | undefined,
    decided: ReadonlySet<ExpectedAppointment>,
  ): readonly number[] {
    const isOnDate = (each: Interval) => Math.floor(each.start / DAY_MS) === Math.floor(start / DAY_MS);
    const minutesOf = (id: number) => {
      const own = this.world.booked.filter(({ providerId }) => providerId === id).map(timeOf);
      const given = [...decided].filter((each) => way?.get(each.id) === id);
      const minutes = new Set([...own, ...given].filter(isOnDate).flatMap(minutesIn));
      return minutes.size;
    };
    return this.world.colleagues
      .map(({ id }) => ({ id, minutes: minutesOf(id) }))
      .sort((a, b) => a.minutes - b.minutes || a.id - b.id)
      .map(({ id }) => id);
  }

  private everything([first, ...others]: readonly ExpectedAppointment[]): readonly Assignment[] {
    if (first === undefined) return [new Map()];
    const choices = [null, ...this.world.colleagues.map(({ id }) => id)];
    return this.everything(others).flatMap((rest) => choices.map((id) => new Map([...rest, [first.id, id]])));
  }

  private isAllowed(way: Assignment): boolean {
    const together = this.appointments.every((each) => {
      const ofSession = this.appointments.filter((other) => isSameSession(each, other));
      const isWhole = ofSession.every((other) => way.get(other.id) === way.get(each.id));
      const isNone = this.bundleOf(each).every(
        (other) => (way.get(other.id) === null) === (way.get(each.id) === null),
      );
      return isWhole && isNone;
    });
    return together && this.world.colleagues.every((colleague) => this.canTake(colleague, way));
  }

  private canTake({ id, offers, fromMin, toMin, maxPerDay }: Colleague, way: Assignment): boolean {
    const given = this.appointments.filter((each) => way.get(each.id) === id);
    if (!given.every(({ serviceId }) => offers.includes(serviceId))) return false;
    const isAtWork = ({ start, end }: Interval) => {
      const minute = (start % DAY_MS) / 60_000;
      return fromMin <= minute && minute + (end - start) / 60_000 <= toMin;
    };
    if (!given.every(isAtWork)) return false;
    const own = this.world.booked.filter(({ providerId }) => providerId === id);
    const opened = [
      ...new Map(given.map((each) => [`${each.serviceId} ${each.start} ${each.end}`, each])).values(),
    ];
    const joins = (each: ExpectedAppointment) => own.find((other) => this.isJoinable(each, other));
    const fresh = opened.filter((each) => joins(each) === undefined);
    const isSeated = opened.every((each) => {
      const session = joins(each);
      if (session === undefined) return true;
      const coming = given
        .filter((other) => isSameSession(each, other))
        .reduce((sum, { seats }) => sum + seats, 0);
      const { capacity } = serviceOf(this.world, each.serviceId);
      return Math.min(session.seats, capacity) + coming <= capacity;
    });
    const taken = own.map((each) => busyOf(this.world, each.serviceId, id, timeOf(each)));
    const taking = fresh.map((each) => busyOf(this.world, each.serviceId, id, each));
    const isFree = taking.every((time, index) =>
      [...taken, ...taking.filter((_other, i) => i !== index)].every(
        (other) => other.end <= time.start || time.end <= other.start,
      ),
    );
    const dates = [...new Set(fresh.map(({ start }) => Math.floor(start / DAY_MS)))];
    const isWithinLimit = dates.every((date) => {
      const onDate = (each: Interval) => Math.floor(each.start / DAY_MS) === date;
      return own.map(timeOf).filter(onDate).length + fresh.filter(onDate).length <= (maxPerDay ?? Infinity);
    });
    return isSeated && isFree && isWithinLimit;
  }

  private isJoinable(each: ExpectedAppointment, other: AbsenceWorld['booked'][number]): boolean {
    const { start, end } = timeOf(other);
    const isSame = other.serviceId === each.serviceId && start === each.start && end === each.end;
    return isSame && serviceOf(this.world, each.serviceId).capacity > 1;
  }

  /** Those that stay or go together: sessions and visits tie them. */
  private bundleOf(appointment: ExpectedAppointment): readonly ExpectedAppointment[] {
    let bundle: readonly ExpectedAppointment[] = [appointment];
    for (;;) {
      const more = this.appointments.filter((each) =>
        bundle.some(
          (other) => isSameSession(each, other) || (each.visitId !== null && each.visitId === other.visitId),
        ),
      );
      if (more.length === bundle.length) return more;
      bundle = more;
    }
  }

  /** The bundles with occurrences of the same series; none when that is the bundle itself. */
  private seriesOf(bundle: readonly ExpectedAppointment[]): readonly ExpectedAppointment[] {
    const ids = bundle.flatMap(({ seriesId }) => seriesId ?? []);
    const occurrences = this.appointments.filter(
      ({ seriesId }) => seriesId !== null && ids.includes(seriesId),
    );
    const all = new Set(occurrences.flatMap((each) => this.bundleOf(each)));
    return this.appointments.filter((each) => all.has(each));
  }
}

function countOf(way: Assignment): number {
  return [...way.values()].filter((id) => id !== null).length;
}

function isSameSession(a: ExpectedAppointment, b: ExpectedAppointment): boolean {
  return a.serviceId === b.serviceId && a.start === b.start && a.end === b.end;
}

function minutesIn({ start, end }: Interval): readonly number[] {
  return Array.from({ length: (end - start) / 60_000 }, (_, index) => start + index * 60_000);
}
