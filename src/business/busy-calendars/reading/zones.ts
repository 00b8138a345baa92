import { findIana } from 'windows-iana';
import { dateText } from '../../../platform/time/local-date';
import { DAY_MS, MINUTE_MS, HOUR_MS, SECOND_MS } from '../../../platform/time/units';
import { isTimeZone } from '../../../platform/time/zones/time-zone';
import { toInstant } from '../../../platform/time/zones/wall-clock';
import { offsetsOf } from '../../../platform/time/zones/zone-offsets';
import { unescapedText } from '../../../platform/values/calendar-values';
import { type Component, textOf, textValueOf, valueOf } from './text/components';
import { unreadable, UnreadableEventError } from './unreadable';
import { UTC, type Zone, parseTime } from './values';
import { parseRule } from './recurrence/rule';
import { ruleTimes } from './recurrence/rule-times';

/** A change of a clock. Offsets in ms east of UTC. */
interface OffsetChange {
  readonly instant: number;
  readonly before: number;
  readonly after: number;
}

/** Changes are looked for up to so long after the last time: the first that follows it. */
const AFTER_MS = 400 * DAY_MS;

/** The zone of a VTIMEZONE (RFC 5545, section 3.6.5), or undefined when it cannot be read. @param until epoch ms */
function describedZone(component: Component, until: number): Zone | undefined {
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

const MICROSOFT = /^tzone:\/\/microsoft\//i;

/** The most time zones of one file: to find one may take milliseconds. The IANA database and Windows have 750 names together. */
export const MAX_ZONES = 1_000;

/** The time zones that were looked for in a file. Many calendars of one file may describe the same ones. */
export class ZonesOfFile {
  private readonly found = new Map<string, Zone | undefined>();

  /** @param until epoch ms: no time is later */
  constructor(readonly until: number) {}

  /** @throws UnreadableEventError when the file has too many */
  find(key: string, find: () => Zone | undefined): Zone | undefined {
    if (!this.found.has(key)) {
      if (this.found.size >= MAX_ZONES) unreadable(`names a time zone after ${MAX_ZONES} others`);
      this.found.set(key, find());
    }
    return this.found.get(key);
  }
}

/** The time zones that the times of a calendar name. */
export class Zones {
  private readonly described = new Map<string, Component>();
  private readonly known = new Map<string, Zone | undefined>();

  constructor(
    components: readonly Component[],
    private readonly file: ZonesOfFile,
  ) {
    const named = components.filter(({ name }) => name === 'VTIMEZONE');
    // Some senders write the name of a zone without the escapes of a TEXT, and others write them in the parameter, which has none.
    for (const nameIn of [valueOf, textValueOf])
      for (const component of named) this.described.set(nameIn(component, 'TZID'), component);
  }

  /** @throws UnreadableEventError when no zone has that name */
  named(written: string): Zone {
    const name = this.described.has(written) ? written : unescapedText(written);
    if (!this.known.has(name)) {
      const described = this.described.get(name);
      const key = described === undefined ? name : `${name}\n${textOf(described)}`;
      this.known.set(
        name,
        this.file.find(key, () => this.find(name, described)),
      );
    }
    return this.known.get(name) ?? unreadable('names an unknown time zone');
  }

  /** An IANA region has the rules of this service. Any other name means what the calendar says of it: `EST` may be anywhere. */
  private find(name: string, described: Component | undefined): Zone | undefined {
    const region = regionIn(name);
    if (region !== undefined) return ianaZone(region);
    const zone = described && describedZone(described, this.file.until);
    if (zone !== undefined) return zone;
    const plain = name.replace(MICROSOFT, '');
    const [ofWindows] = findIana(plain);
    if (ofWindows !== undefined) return ianaZone(ofWindows);
    return isTimeZone(plain) ? ianaZone(plain) : undefined;
  }
}

/** `Europe/Berlin` in that name itself, or at the end of a longer one: `/freeassociation.sourceforge.net/Europe/Berlin`. */
function regionIn(name: string): string | undefined {
  const parts = name.split('/');
  const candidates = [name, parts.slice(-3).join('/'), parts.slice(-2).join('/')];
  return candidates.find((candidate) => candidate.includes('/') && isTimeZone(candidate));
}

/** @param name of the IANA database */
export function ianaZone(name: string): Zone {
  const offsets = offsetsOf(name);
  if (offsets.isUtc) return UTC;
  return {
    toLocal: (instant) => instant + offsets.at(instant),
    toInstant: (local) => {
      const day = Math.floor(local / DAY_MS);
      const timeMin = Math.floor((local - day * DAY_MS) / MINUTE_MS);
      const resolution = toInstant({ date: dateText(day), timeMin }, name);
      const minute = day * DAY_MS + timeMin * MINUTE_MS;
      const isGap = resolution.kind === 'gap';
      const instant = isGap ? minute - offsets.at(resolution.instant - 1) : resolution.instant;
      return instant + local - minute;
    },
  };
}
