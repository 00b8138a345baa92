import { dateText } from '../../platform/time/local-date';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/time/units';
import type { Interval } from '../../platform/time/interval';
import { offsetsOf, type ZoneOffsets } from '../../platform/time/zones/zone-offsets';

/** A change of a zone's clock. */
interface ClockChange {
  readonly at: number;
  /** Offsets in ms. */
  readonly from: number;
  readonly to: number;
}

/** So that every change of the years around is there: some calendar programs expect both halves of a year. */
const MARGIN_MS = 366 * DAY_MS;

/**
 * The VTIMEZONE of a zone (RFC 5545, section 3.6.5), exact from a year before the interval to a year after it. It lists each change of the
 * clock: no rule describes all zones, as some change with Ramadan, others by decree; and some programs misread a list of dates.
 */
export function timeZoneComponent(zone: string, { start, end }: Interval): string {
  const offsets = offsetsOf(zone);
  const from = Math.floor((start - MARGIN_MS) / DAY_MS) * DAY_MS;
  const changes = changesBetween(offsets, from, end + MARGIN_MS);
  const before = { at: from, from: offsets.at(from), to: offsets.at(from) };
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(before, isForward(changes[0]) ? 'STANDARD' : 'DAYLIGHT'),
    ...changes.flatMap((change) => observance(change, isForward(change) ? 'DAYLIGHT' : 'STANDARD')),
    'END:VTIMEZONE',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Without any change the time before it counts as standard time. */
function isForward(change: ClockChange | undefined): boolean {
  return change === undefined || change.to > change.from;
}

function changesBetween(offsets: ZoneOffsets, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let at = offsets.changeAfter(from, to); at !== undefined; at = offsets.changeAfter(at, to))
    changes.push({ at, from: offsets.at(at - 1), to: offsets.at(at) });
  return changes;
}

function observance(change: ClockChange, kind: 'STANDARD' | 'DAYLIGHT'): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${clockBefore(change)}`,
    `TZOFFSETFROM:${offsetText(change.from)}`,
    `TZOFFSETTO:${offsetText(change.to)}`,
    `END:${kind}`,
  ];
}

/** What the clock would show at a change if it did not change: DTSTART of an observance is that. */
function clockBefore({ at, from }: ClockChange): string {
  return localText(at + from);
}

/** `20261201T100000` of a local time, given in ms as if it were UTC. */
export function localText(local: number): string {
  const day = Math.floor(local / DAY_MS);
  return `${dateText(day).replaceAll('-', '')}T${clockText(local - day * DAY_MS)}`;
}

function offsetText(offset: number): string {
  const clock = clockText(Math.abs(offset));
  return `${offset < 0 ? '-' : '+'}${clock.endsWith('00') ? clock.slice(0, 4) : clock}`;
}

/** `HHMMSS` */
function clockText(ofDay: number): string {
  const parts = [ofDay / HOUR_MS, (ofDay % HOUR_MS) / MINUTE_MS, (ofDay % MINUTE_MS) / SECOND_MS];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join('');
}
