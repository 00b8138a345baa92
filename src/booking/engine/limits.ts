import { localDayOf } from '../../platform/time/zones/wall-clock';
import { type CalendarZones, shownZone } from './date-zones';

/** How often a service, or a provider, may be booked on one date. */
export type DayLimitName = 'service.maxPerDay' | 'provider.maxPerDay';

/** An appointment or a hold that counts towards a limit. */
export interface Counted {
  /** A session counts once. */
  readonly session: string;
  /** Null: a hold. */
  readonly appointmentId: number | null;
  /** See `countedDay`. */
  readonly day: number;
}

/** When an appointment starts (epoch ms), and where it takes place. */
export interface CountedStart {
  readonly start: number;
  readonly locationId?: number | null | undefined;
}

/** The local day on which an appointment counts (days since 1970-01-01): that of its start, as answers show it. @param leader who gives it */
export function countedDay(leader: CalendarZones, { start, locationId }: CountedStart): number {
  return localDayOf(start, shownZone(leader, locationId));
}

/** A limit, and what counts towards it. */
export interface DayLimit {
  readonly name: DayLimitName;
  readonly most: number;
  readonly counted: readonly Counted[];
}

/** How many sessions more a limit allows on a day. */
export function leftOn({ most, counted }: DayLimit, day: number): number {
  return most - new Set(counted.filter((each) => each.day === day).map(({ session }) => session)).size;
}

/** How many more count towards a limit on a day. */
export type MoreOn = (name: DayLimitName, day: number) => number;

const NO_MORE: MoreOn = () => 0;

/** The limits per day of one service with one provider. */
export class DayLimits {
  /** How many count, by limit and day. */
  private readonly counts = new Map<DayLimit, Map<number, number>>();

  /** @param excludeAppointmentId an appointment that is being moved: it does not count itself */
  constructor(
    private readonly limits: readonly DayLimit[],
    private readonly leader: CalendarZones,
    private readonly excludeAppointmentId: number | undefined,
  ) {}

  /** The limit that a new session with this start would exceed; undefined: none. */
  reachedAt(start: CountedStart, more = NO_MORE): DayLimitName | undefined {
    const day = countedDay(this.leader, start);
    return this.limits.find((limit) => this.countOn(limit, day) + more(limit.name, day) >= limit.most)?.name;
  }

  private countOn(limit: DayLimit, day: number): number {
    const counts = this.counts.get(limit) ?? new Map<number, number>();
    this.counts.set(limit, counts);
    const known = counts.get(day) ?? this.sessionsOn(limit, day).size;
    counts.set(day, known);
    return known;
  }

  private sessionsOn({ counted }: DayLimit, day: number): ReadonlySet<string> {
    const sessions = new Set<string>();
    for (const { day: other, appointmentId, session } of counted) {
      const isMoved = appointmentId !== null && appointmentId === this.excludeAppointmentId;
      if (other === day && !isMoved) sessions.add(session);
    }
    return sessions;
  }
}

/** The limit that a booking would exceed. What joins a session exceeds none. @param more what else counts on a day */
export function limitReached(
  limits: DayLimits | undefined,
  start: CountedStart,
  { session }: { readonly session: string | null },
  more?: MoreOn,
): DayLimitName | undefined {
  return session === null ? limits?.reachedAt(start, more) : undefined;
}
