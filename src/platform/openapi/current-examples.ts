import type { OpenAPIObject } from '@nestjs/swagger';
import { DAY_MS } from '../time/units';

/** The Tuesday on which the examples of the document book. */
const EXAMPLE_DATE = Date.parse('2026-12-01');
/** Every date of the examples; all of them lie around that Tuesday. */
const DATES = /\b2026-1[12]-\d{2}(?!\d)/g;
const WEEK_MS = 7 * DAY_MS;

/**
 * The document with its examples moved by whole weeks, so that the day on which they book is one to two weeks ahead: what
 * is tried out unchanged then works, whenever it is.
 * @param now epoch ms
 */
export function withCurrentDates(document: OpenAPIObject, now: number): OpenAPIObject {
  const weeks = Math.ceil((now + WEEK_MS - EXAMPLE_DATE) / WEEK_MS);
  const moved = (date: string) => new Date(Date.parse(date) + weeks * WEEK_MS).toISOString().slice(0, 10);
  return JSON.parse(JSON.stringify(document).replaceAll(DATES, moved)) as OpenAPIObject;
}
