import { type Interval, intersect, subtract, unite } from '../../../platform/time/interval';
import { DAY_MS, MINUTE_MS } from '../../../platform/time/units';
import { NO_RESOURCES, type ResourceChoice } from '../resources';
import type { ServiceRules, Situation } from '../situation';

/**
 * The starts of a service with one provider as intervals. Every start that a verdict allows lies in one of them; a verdict still
 * judges those that do.
 */
export class PossibleStarts {
  private readonly blocked: readonly Interval[];
  private readonly joinable: readonly Interval[];

  constructor(private readonly situation: Situation) {
    this.blocked = takenStarts(situation);
    this.joinable = unite(situation.sessions.map(({ first: { start } }) => ({ start, end: start + 1 })));
  }

  /** @param equipped the starts for which enough resources are free */
  within(span: Interval, equipped: readonly Interval[]): readonly Interval[] {
    const open = this.openStarts(span);
    const begun = intersect(subtract(open, this.blocked), equipped);
    return this.joinable.length === 0 ? begun : unite([...begun, ...intersect(open, this.joinable)]);
  }

  /** The starts that hours, closures, time off and other calendars allow. */
  private openStarts(span: Interval): readonly Interval[] {
    const { situation } = this;
    const { window, zones, service } = situation;
    const durationMs = service.durationMin * MINUTE_MS;
    const starts: Interval[] = [];
    const lastDay = Math.min(zones.lastDayAt(span.end) + 1, window.lastDay + 1);
    for (let day = zones.firstDayAt(span.start) - 1; day <= lastDay; day++) {
      for (const stretch of situation.stretchesOn(day)) {
        const { start, end } = stretch;
        const latest = situation.openUntil(day, stretch, durationMs) - durationMs;
        if (start <= latest) starts.push({ start, end: Math.min(end, latest + 1) });
      }
    }
    const allowed = { start: Math.max(span.start, window.noticeEndsAt, window.now), end: span.end };
    if (allowed.start >= allowed.end) return [];
    const elsewhere = situation.busyElsewhere.map(({ start, end }) => ({
      start: start - durationMs + 1,
      end,
    }));
    return subtract(intersect(unite(starts), [allowed]), unite(elsewhere));
  }
}

/** The starts at which an appointment, buffers included, would overlap a claim of the provider. */
function takenStarts({ taken, service }: Situation): readonly Interval[] {
  const { bufferBeforeMin, bufferAfterMin, durationMin } = service;
  const [before, after] = [bufferBeforeMin * MINUTE_MS, (durationMin + bufferAfterMin) * MINUTE_MS];
  return unite(taken.map(({ start, end }) => ({ start: start - after + 1, end: end + before })));
}

/** The starts of a span for which a service has enough resources, buffers included. */
export function equippedStarts(
  { bufferBeforeMin, bufferAfterMin, durationMin }: ServiceRules,
  resources: ResourceChoice,
  span: Interval,
): readonly Interval[] {
  if (resources === NO_RESOURCES) return [span];
  const before = bufferBeforeMin * MINUTE_MS;
  const length = before + (durationMin + bufferAfterMin) * MINUTE_MS;
  const busyFrom = { start: span.start - before, end: span.end - before };
  return resources
    .startsIn(busyFrom, length)
    .map(({ start, end }) => ({ start: start + before, end: end + before }));
}

/** How many local days `PossibleStarts` looks at: a measure of its work. */
export function daysOf({ start, end }: Interval): number {
  return Math.ceil((end - start) / DAY_MS) + 2;
}
