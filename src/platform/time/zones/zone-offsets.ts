import { FIRST_DAY, LAST_DAY } from '../local-date';
import { DAY_MS, SECOND_MS } from '../units';
import { isUtc } from './time-zone';

const CHUNK_DAYS = 512;
const UNKNOWN = 0x7fffffff;
const MAX_SPELLINGS = 1_000;

/** By name in lower case: about 600 at most. */
const ZONES = new Map<string, ZoneOffsets>();
/** By name as callers write it, so that most calls convert no text. */
const SPELLINGS = new Map<string, ZoneOffsets>();

/** The offsets of an IANA zone, cached for the life of the process. @throws RangeError for an unknown name */
export function offsetsOf(zone: string): ZoneOffsets {
  const known = SPELLINGS.get(zone);
  if (known) return known;
  const name = zone.toLowerCase();
  const offsets = ZONES.get(name) ?? new ZoneOffsets(zone);
  ZONES.set(name, offsets);
  if (SPELLINGS.size >= MAX_SPELLINGS) SPELLINGS.clear();
  SPELLINGS.set(zone, offsets);
  return offsets;
}

/**
 * A zone's offsets from UTC in milliseconds. Each UTC day is read from `Intl` once, and cached.
 *
 * Assumes that no zone changes its clock twice within two days, which holds from 1970 on. Before 1970 and after 2199 it
 * gives the offset of the nearest day in that range.
 */
export class ZoneOffsets {
  /** Whether the zone is UTC itself, under any of its names. */
  readonly isUtc: boolean;
  private readonly format: Intl.DateTimeFormat;
  private readonly chunks: (Int32Array | undefined)[] = [];
  private readonly changes = new Map<number, number>();

  constructor(zone: string) {
    this.isUtc = isUtc(zone);
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /** The offset at `instant`: add it to read the wall clock. */
  at(instant: number): number {
    const utcDay = Math.floor(instant / DAY_MS);
    const before = this.atStartOf(utcDay);
    const after = this.atStartOf(utcDay + 1);
    return before === after || instant < this.changeOn(utcDay) ? before : after;
  }

  /** The offset from the beginning of one UTC day to that of another; undefined when it changes. Both at most a few days apart. */
  steadyOffset(fromUtcDay: number, toUtcDay: number): number | undefined {
    const offset = this.atStartOf(fromUtcDay);
    for (let day = fromUtcDay + 1; day <= toUtcDay; day++)
      if (this.atStartOf(day) !== offset) return undefined;
    return offset;
  }

  /** The first instant between the two at which the clock changes, or undefined. Both at most a few days apart. */
  changeBetween(from: number, to: number): number | undefined {
    for (let day = Math.floor(from / DAY_MS); day * DAY_MS <= to; day++) {
      if (this.atStartOf(day) === this.atStartOf(day + 1)) continue;
      const change = this.changeOn(day);
      if (from <= change && change <= to) return change;
    }
    return undefined;
  }

  private atStartOf(utcDay: number): number {
    const day = Math.min(Math.max(utcDay, FIRST_DAY - 1), LAST_DAY + 2) - FIRST_DAY + 1;
    const chunk = (this.chunks[Math.floor(day / CHUNK_DAYS)] ??= new Int32Array(CHUNK_DAYS).fill(UNKNOWN));
    const known = chunk[day % CHUNK_DAYS] ?? UNKNOWN;
    return known !== UNKNOWN ? known : (chunk[day % CHUNK_DAYS] = this.read((day + FIRST_DAY - 1) * DAY_MS));
  }

  /** The instant of the change within a UTC day that begins and ends with different offsets, to the second. */
  private changeOn(utcDay: number): number {
    const known = this.changes.get(utcDay);
    if (known !== undefined) return known;
    const before = this.atStartOf(utcDay);
    let low = (utcDay * DAY_MS) / SECOND_MS;
    let high = low + DAY_MS / SECOND_MS;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.read(middle * SECOND_MS) === before) low = middle;
      else high = middle;
    }
    this.changes.set(utcDay, high * SECOND_MS);
    return high * SECOND_MS;
  }

  private read(instant: number): number {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(this.format.format(instant)) ?? [];
    const size = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    return (sign === '-' ? -size : size) * SECOND_MS;
  }
}
