import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import { parseRule } from './recurrence/rule';
import { ruleTimes } from './recurrence/rule-times';
import { type Component, valueOf } from './text/components';
import { unreadable, UnreadableEventError } from './unreadable';
import { parseTime, type Zone } from './values';

/** A change of a clock. Offsets in ms east of UTC. */
interface OffsetChange {
  readonly instant: number;
  readonly before: number;
  readonly after: number;
}

/** Changes are looked for up to so long after the last time: the first that follows it. */
const AFTER_MS = 400 * DAY_MS;

/** The zone of a VTIMEZONE (RFC 5545, section 3.6.5), or undefined when it cannot be read. @param until epoch ms */
export function describedZone(component: Component, until: number): Zone | undefined {
  try {
    if (component.fault !== undefined) return undefined;
    const changes = component.components.flatMap((observance) => changesOf(observance, until + AFTER_MS));
    return changes.length === 0 ? undefined : zoneOf(changes.sort((a, b) => a.instant - b.instant));
  } catch (error) {
    if (error instanceof UnreadableEventError) return undefined;
    throw error;
  }
}

function changesOf(observance: Component, until: number): OffsetChange[] {
  if (observance.fault !== undefined) return unreadable(observance.fault);
  const before = offsetOf(valueOf(observance, 'TZOFFSETFROM'));
  const after = offsetOf(valueOf(observance, 'TZOFFSETTO'));
  const start = parseTime(valueOf(observance, 'DTSTART')).local;
  const dates = (observance.properties.get('RDATE') ?? []).flatMap(({ value = '' }) => value.split(','));
  const onsets = [start, ...dates.map((text) => parseTime(text).local)];
  for (const { value = '' } of observance.properties.get('RRULE') ?? []) {
    const rule = parseRule(value);
    const end = rule.until === undefined ? Infinity : rule.until.local - (rule.until.zone ? 0 : before);
    // The clocks of 1600 are of no use: Microsoft writes its rules from there.
    onsets.push(
      ...ruleTimes(rule, start, { from: Math.max(start, 0), to: until }).filter(
        (onset) => onset - before <= end,
      ),
    );
  }
  return [...new Set(onsets)].map((onset) => ({ instant: onset - before, before, after }));
}

function offsetOf(text: string): number {
  const [, sign, hours, minutes, seconds] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text) ?? unreadable('has a broken offset');
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds ?? 0) * SECOND_MS;
  return sign === '-' ? -size : size;
}

/** @param changes in the order of time */
function zoneOf(changes: readonly OffsetChange[]): Zone {
  const first = changes[0]?.before ?? 0;
  const offsetAt = (time: number, began: (change: OffsetChange) => number) =>
    changes[lastIndexUpTo(changes, time, began)]?.after ?? first;
  return {
    toLocal: (instant) => instant + offsetAt(instant, (change) => change.instant),
    // The offset before the change counts through a gap, and for the first of two equal times.
    toInstant: (local) =>
      local - offsetAt(local, ({ instant, before, after }) => instant + Math.max(before, after)),
  };
}

/** The index of the last change that has begun, or -1. */
function lastIndexUpTo(
  changes: readonly OffsetChange[],
  time: number,
  began: (change: OffsetChange) => number,
): number {
  let [low, high] = [-1, changes.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const change = changes[middle];
    if (change !== undefined && began(change) <= time) low = middle;
    else high = middle;
  }
  return low;
}
