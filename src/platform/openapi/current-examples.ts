import type { OpenAPIObject } from '@nestjs/swagger';
import { DAY_MS } from '../time/units';

/** The Tuesday of the appointment in the examples. */
const EXAMPLE_DATE = Date.parse('2026-12-01');
/** The dates of the examples, all of them near that Tuesday. */
const DATES = /\b2026-1[12]-\d{2}(?!\d)/g;
const WEEK_MS = 7 * DAY_MS;

/** Moves all examples by whole weeks, to one or two weeks ahead: unchanged, they can be booked on any day. @param now epoch ms */
export function withCurrentDates(document: OpenAPIObject, now: number): OpenAPIObject {
  const weeks = Math.ceil((now + WEEK_MS - EXAMPLE_DATE) / WEEK_MS);
  const moved = (date: string) => new Date(Date.parse(date) + weeks * WEEK_MS).toISOString().slice(0, 10);
  return JSON.parse(JSON.stringify(document).replaceAll(DATES, moved)) as OpenAPIObject;
}
