import { isTrue } from './dto/any-provider';
import type { Weight } from '../../platform/http/limits/weight';
import { parseDay } from '../../platform/time/local-date';
import type { JsonObject } from '../../platform/values/json-object';

const DEFAULT_DAYS = 31;

/** Dates of a calendar or a summary: 92 of any provider take 260 ms, those of one provider a fifth of that. */
export const RANGE_WEIGHT: Weight = {
  least: 1,
  most: 10,
  rule: 'one for each 10 dates of any provider, or for each 50 of one',
  of: (query) => daysOf(query) / (isTrue(query['anyProvider']) ? 10 : 50),
};

/** All providers until the horizon, when nothing is free. */
export const NEXT_WEIGHT: Weight = {
  least: 1,
  most: 3,
  rule: '3 without a provider',
  of: ({ providerId }) => (providerId === undefined ? 3 : 1),
};

/** Ten items and 92 dates take up to 520 ms. */
export const VISIT_SEARCH_WEIGHT: Weight = {
  least: 1,
  most: 20,
  rule: 'one for each 46 dates of an item, so 3 for three items and a month',
  of: (body) => (itemsOf(body) * daysOf(body)) / 46,
  isOfBody: true,
};

function itemsOf({ items }: JsonObject): number {
  return Array.isArray(items) ? items.length : 1;
}

/** How many dates a range has. One that is not valid is refused before anything is searched. */
function daysOf({ from, to }: JsonObject): number {
  const [first, last] = [from, to].map((date) =>
    typeof date === 'string' ? parseDay(date.trim()) : undefined,
  );
  return first === undefined || last === undefined ? DEFAULT_DAYS : last - first + 1;
}
