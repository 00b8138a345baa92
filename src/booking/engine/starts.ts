import { firstEndingAfter, overlapsAny } from '../../platform/time/interval';
import { MINUTE_MS } from '../../platform/time/units';
import { occupied } from './busy';
import type { ResourceChoice } from './resources';
import { firstStartingFrom, type Session } from './sessions';
import type { Situation } from './situation';
import type { TeamChoice } from './teams';

/**
 * Where appointments may start within a stretch of open time, so that they end within it. The schedule allows each of these starts, so
 * its rules are not checked again. Instants in epoch ms.
 */
export interface StartSpan {
  /** The beginning of the stretch, where its grid begins. */
  readonly origin: number;
  readonly first: number;
  readonly last: number;
  /** Where the appointments take place; undefined: where the request says. */
  readonly locationId: number | undefined;
}

/** Takes a bookable start (epoch ms). @param seatsLeft of a service whose sessions have more than one seat */
export type TakeStart = (start: number, seatsLeft: number | undefined) => void;

/** Finds the bookable starts of one service with one provider. */
export class StartFinder {
  /** Number of starts examined so far. */
  examined = 0;
  readonly durationMs: number;
  private readonly stepMs: number;
  private readonly beforeMs: number;
  private readonly afterMs: number;

  constructor(
    private readonly situation: Situation,
    private readonly resources: ResourceChoice,
    private readonly team: TeamChoice,
    private readonly seats: number,
  ) {
    const { durationMin, slotIntervalMin, bufferBeforeMin, bufferAfterMin } = situation.service;
    this.durationMs = durationMin * MINUTE_MS;
    this.stepMs = Math.max(slotIntervalMin ?? durationMin, 1) * MINUTE_MS;
    this.beforeMs = bufferBeforeMin * MINUTE_MS;
    this.afterMs = bufferAfterMin * MINUTE_MS;
  }

  /**
   * Gives the bookable starts of a span in time order: those of the grid (its beginning, and every slot interval from there), and
   * those of sessions with seats left. Sweeps over the busy times and the sessions along with the grid, and skips in one step all
   * starts that meet the same busy time. Buffers keep clear of claims, and not of what is busy elsewhere.
   * @param limit how many starts of the grid are enough
   */
  in(span: StartSpan, limit: number, take: TakeStart): void {
    const { taken, sessions, service, busyElsewhere } = this.situation;
    const seatsLeft = service.capacity === 1 ? undefined : service.capacity;
    const resources = this.resources.at(span.locationId ?? null);
    const locationId = this.situation.locationId ?? span.locationId;
    let start = this.gridStart(span, span.first);
    let nextTaken = start <= span.last ? firstEndingAfter(taken, start - this.beforeMs) : 0;
    let nextElsewhere = firstEndingAfter(busyElsewhere, start);
    let nextSession = firstStartingFrom(sessions, Math.max(span.origin, span.first));
    for (let found = 0; start <= span.last && found < limit;) {
      this.examined++;
      const busy = taken[nextTaken];
      const elsewhere = busyElsewhere[nextElsewhere];
      if (busy !== undefined && busy.start < start + this.durationMs + this.afterMs) {
        start = this.gridStart(span, busy.end + this.beforeMs);
      } else if (elsewhere !== undefined && elsewhere.start < start + this.durationMs) {
        start = this.gridStart(span, elsewhere.end);
      } else {
        if (this.isWithinLimits(start, locationId) && this.areFree(resources, start) && this.hasTeam(start)) {
          nextSession = this.joinBefore(start, span, nextSession, take);
          take(start, seatsLeft);
          found++;
        }
        start += this.stepMs;
      }
      while ((taken[nextTaken]?.end ?? Infinity) <= start - this.beforeMs) nextTaken++;
      while ((busyElsewhere[nextElsewhere]?.end ?? Infinity) <= start) nextElsewhere++;
    }
    this.joinBefore(Infinity, span, nextSession, take);
  }

  /**
   * Gives the starts of the sessions before an instant that have enough seats left. They may be off the grid.
   * @param next the index of the first session to look at @returns that of the first session after them
   */
  private joinBefore(instant: number, { last }: StartSpan, next: number, take: TakeStart): number {
    const { sessions, service } = this.situation;
    for (; next < sessions.length; next++) {
      const session = sessions[next];
      if (session === undefined || session.first.start >= instant || session.first.start > last) break;
      this.examined++;
      const seatsLeft = session.seatsLeft(service.capacity);
      if (seatsLeft >= this.seats && this.isOfSlot(session) && this.isHere(session))
        take(session.first.start, seatsLeft);
    }
    return next;
  }

  private isWithinLimits(start: number, locationId: number | undefined): boolean {
    return this.situation.limits?.reachedAt({ start, locationId }) === undefined;
  }

  private areFree(resources: ResourceChoice, start: number): boolean {
    const busy = occupied(this.situation.service, { start, end: start + this.durationMs });
    return resources.during(busy) !== undefined;
  }

  private hasTeam(start: number): boolean {
    if (!this.team.isNeeded) return true;
    const { service, calendar } = this.situation;
    const time = { start, end: start + this.durationMs };
    const locationId = this.situation.placeOf(start, time.end);
    return this.team.isThereFor({ ...time, locationId, busy: occupied(service, time) }, calendar.providerId);
  }

  private isHere({ first: { start, end } }: Session): boolean {
    return !overlapsAny(this.situation.busyElsewhere, start, end);
  }

  /** Whether a slot is a place in the session. Not when the session was booked for another length. */
  private isOfSlot({ first }: Session): boolean {
    return first.end - first.start === this.durationMs;
  }

  /** The first start of the grid that is not before `earliest`. */
  private gridStart({ origin }: StartSpan, earliest: number): number {
    return earliest <= origin ? origin : origin + Math.ceil((earliest - origin) / this.stepMs) * this.stepMs;
  }
}
