import { ValidationError } from '../errors/errors';
import { parseInstant, parseLocalTime } from './instant-text';
import type { Interval } from './interval';
import { isLocalDate } from './local-date';
import { DAY_MS, HOUR_MS } from './units';
import { dayBounds, type Resolution, toInstant } from './zones/wall-clock';

/** An interval as a request gives it: each end a date, an instant, or wall-clock time (`2026-12-01T09:00`). */
export interface PeriodText {
  readonly start: string;
  readonly end: string;
}

/** The `from` and `to` of a list as a request gives them, in the same forms. An absent bound does not limit. */
export interface BoundsText {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The same, both given. */
export interface RangeText {
  readonly from: string;
  readonly to: string;
}

/** The bounds of a list in epoch ms. */
export interface Bounds {
  readonly from?: number;
  readonly to?: number;
}

/**
 * The interval that a period means in a zone. A date is a whole local day, so an end that is a date includes that day; an end that is a
 * time is exclusive.
 * @param period as the `dateOrInstant` type leaves it @throws ValidationError for a time that is skipped, or `end` not after `start`
 */
export function resolvePeriod(period: PeriodText, zone: string): Interval {
  const start = resolveStart(period.start, zone);
  const end = resolveEnd(period.end, zone);
  assertNoGap({ start, end }, zone);
  if (end.instant <= start.instant) throw new ValidationError({ end: 'must be later than start' });
  return { start: start.instant, end: end.instant };
}

/** Whether a text is a date or wall-clock time, whose instant depends on the rules of its zone. @param text as for `resolvePeriod` */
export function isLocal(text: string): boolean {
  return isLocalDate(text) || parseLocalTime(text) !== undefined;
}

/** The instant of the start of a period, in epoch ms. A time that the clock skips means the end of the gap. */
export function startInstant(text: string, zone: string): number {
  return resolveStart(text, zone).instant;
}

/** As `startInstant`, of its end. */
export function endInstant(text: string, zone: string): number {
  return resolveEnd(text, zone).instant;
}

/**
 * The instants that the bounds of a list mean in a zone, in epoch ms: `from` is inclusive and `to` exclusive. A date in `from` is the
 * beginning of that day, a date in `to` its end. A time that the clock skips means the end of the gap.
 * @param bounds as the `dateOrInstant` field type leaves them @throws ValidationError when `from` is after `to`
 */
export function resolveBounds({ from, to }: BoundsText, zone: string): Bounds {
  const start = from === undefined ? undefined : startInstant(from, zone);
  const end = to === undefined ? undefined : endInstant(to, zone);
  const isAfter = isLocalDate(from) && isLocalDate(to) ? from > to : (start ?? -Infinity) > (end ?? Infinity);
  if (isAfter) throw new ValidationError({ to: 'must not be before from' });
  return { ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) };
}

/**
 * As `resolveBounds`, where both are given and so many days apart at most.
 * @throws ValidationError of `to` when there are more
 */
export function resolveRange({ from, to }: RangeText, zone: string, maxDays: number): Interval {
  const { from: start = NaN, to: end = NaN } = resolveBounds({ from, to }, zone);
  // A change of the clock may make one of the days longer.
  if (end - start > maxDays * DAY_MS + 2 * HOUR_MS)
    throw new ValidationError({ to: `must be at most ${maxDays} days after from` });
  return { start, end };
}

function resolveStart(text: string, zone: string): Resolution {
  return isLocalDate(text) ? exact(dayBounds(text, zone).start) : resolveTime(text, zone);
}

function resolveEnd(text: string, zone: string): Resolution {
  return isLocalDate(text) ? exact(dayBounds(text, zone).end) : resolveTime(text, zone);
}

function resolveTime(text: string, zone: string): Resolution {
  const local = parseLocalTime(text);
  if (local !== undefined) {
    const resolution = toInstant(local, zone);
    return resolution.kind === 'gap' ? resolution : exact(resolution.instant + local.ms);
  }
  const instant = parseInstant(text);
  if (instant === undefined) throw new RangeError(`neither date nor instant: ${text}`);
  return exact(instant);
}

function exact(instant: number): Resolution {
  return { kind: 'exact', instant };
}

function assertNoGap(ends: Readonly<Record<string, Resolution>>, zone: string): void {
  const skipped = Object.keys(ends).filter((name) => ends[name]?.kind === 'gap');
  if (skipped.length === 0) return;
  throw new ValidationError(
    Object.fromEntries(skipped.map((name) => [name, `does not exist on the clock in ${zone}`])),
  );
}
