import { MINUTE_MS } from '../units';

/** The offsets of a zone between two instants, and the instants at which they change. */
export interface OffsetHistory {
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
