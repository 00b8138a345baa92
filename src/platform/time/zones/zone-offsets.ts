import { FIRST_DAY, LAST_DAY } from '../local-date';
import { DAY_MS, MINUTE_MS } from '../units';
import { isUtc } from './time-zone';
import { packedZone } from './zone-rules';

/** The offsets of a zone between two instants, and the instants at which they change. */
interface OffsetHistory {
  /** Epoch ms, ascending. */
  readonly changes: Float64Array;
  /** In ms east of UTC: the one before the first change, then the one after each. */
  readonly offsets: Int32Array;
}

const BASE = 60;
/** The digits of the numbers: those of base 60 as moment-timezone writes it. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';

/**
 * Reads a zone of moment-timezone's packed data, of which only the offsets count here:
 * `name|abbreviations|offsets|indices|changes|population`. Offsets are minutes west of UTC; each index is the offset up to the change in
 * the same place; a change is the minutes since the one before.
 * @param from epoch ms: earlier changes are left out, and the last of them decides the first offset
 * @param to epoch ms: later changes are left out
 */
export function unpackZone(packed: string, from: number, to: number): OffsetHistory {
  const [, , offsetTexts = '', indices = '', changeTexts = ''] = packed.split('|');
  const west = offsetTexts.split(' ').map(fromBase60);
  const offsets = Array.from(indices, (digit) => -Math.round((west[fromBase60(digit)] ?? NaN) * MINUTE_MS));
  const changes: number[] = [];
  const kept: number[] = [offsets[0] ?? NaN];
  let instant = 0;
  changeTexts.split(' ').forEach((text, i) => {
    instant = Math.round(instant + fromBase60(text) * MINUTE_MS);
    const offset = offsets[i + 1];
    if (offset === undefined || instant > to) return;
    if (instant <= from) kept[0] = offset;
    // A new abbreviation or the end of summer time alone is no change of the clock.
    else if (offset !== kept.at(-1)) {
      changes.push(instant);
      kept.push(offset);
    }
  });
  return { changes: Float64Array.from(changes), offsets: Int32Array.from(kept) };
}

/** `-1x.u` is a number in base 60; the digits after the point are sixtieths. The empty text is 0. */
function fromBase60(text: string): number {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.');
  const size =
    Array.from(whole).reduce((sum, digit) => sum * BASE + DIGITS.indexOf(digit), 0) +
    Array.from(fraction).reduceRight((sum, digit) => (sum + DIGITS.indexOf(digit)) / BASE, 0);
  return isNegative ? -size : size;
}

const MAX_SPELLINGS = 1_000;
/** The instants that any local time from the first to the last day can mean, and a day more on both sides. */
const FIRST = (FIRST_DAY - 1) * DAY_MS;
const LAST = (LAST_DAY + 2) * DAY_MS;

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
 * A zone's offsets from UTC in milliseconds, by the rules of `zone-rules.ts`.
 *
 * Assumes that no zone changes its clock twice within two days, which holds from 1970 on. Before 1970 and after 2199 it
 * gives the offset of the nearest day in that range.
 */
export class ZoneOffsets {
  /** Whether the zone is UTC itself, under any of its names. */
  readonly isUtc: boolean;
  private readonly history: OffsetHistory;
  /** The stretch between two changes that was looked up last: the next instant mostly falls into it, too. */
  private start = NaN;
  private end = NaN;
  private offset = NaN;

  constructor(zone: string) {
    const packed = packedZone(zone);
    if (packed === undefined) throw new RangeError(`unknown time zone: ${zone}`);
    this.isUtc = isUtc(zone);
    this.history = unpackZone(packed, FIRST, LAST);
  }

  /** The offset at `instant`: add it to read the wall clock. */
  at(instant: number): number {
    if (!(instant >= this.start && instant < this.end)) this.find(instant);
    return this.offset;
  }

  /** The offset from the beginning of one UTC day to that of another; undefined when it changes. Both at most a few days apart. */
  steadyOffset(fromUtcDay: number, toUtcDay: number): number | undefined {
    const offset = this.at(fromUtcDay * DAY_MS);
    return toUtcDay * DAY_MS < this.end ? offset : undefined;
  }

  /** The first instant between the two, both included, at which the clock changes, or undefined. */
  changeBetween(from: number, to: number): number | undefined {
    const change = this.history.changes[this.changesBefore(from)];
    return change !== undefined && change <= to ? change : undefined;
  }

  /** The first instant after `from`, up to `to`, at which the clock changes, or undefined. */
  changeAfter(from: number, to: number): number | undefined {
    return this.changeBetween(from + 1, to);
  }

  /** Remembers the stretch around an instant. */
  private find(instant: number): void {
    const { changes, offsets } = this.history;
    let next = this.changesBefore(instant);
    if (changes[next] === instant) next++;
    this.start = changes[next - 1] ?? -Infinity;
    this.end = changes[next] ?? Infinity;
    this.offset = offsets[next] ?? NaN;
  }

  /** How many changes lie before an instant, by binary search. */
  private changesBefore(instant: number): number {
    const { changes } = this.history;
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((changes[middle] ?? Infinity) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
