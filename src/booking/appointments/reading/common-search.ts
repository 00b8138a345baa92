import { opaqueToPlanner } from '../../../platform/database/database';
import { isIndexed } from '../../../platform/database/reads/search-words';
import type { AppointmentWhere } from './appointment-filters';
import { type AppointmentSort, columnOf, orderOf } from './appointment-order';
import { ID_COLUMNS } from './word-search';
import { SEARCHED_TEXTS } from '../../diary/rows/appointment.entity';
import { customerHas, type Kind, SELECT_MATCHING_IDS, textsMatch } from './word-lookup';

/**
 * The page of a search that matches thousands of appointments. PostgreSQL reads the appointments in the order of the list until the
 * page is full, which is soon because many match. Otherwise it would find and sort every match.
 */

/** How many appointments are read in order. A page that is not full by then is read in the usual way. */
const MAX_READ_IN_ORDER = 20_000;
/** Pages beyond this match are read in the usual way. */
const LAST_MATCH = 500;
/** Searches of up to so many words are prepared: the plan does not depend on the words, but each number of words is its own statement. */
const MAX_PREPARED_WORDS = 5;

/** The columns of appointments by which words are found. */
const READ_COLUMNS = [...Object.values(ID_COLUMNS), ...SEARCHED_TEXTS];

/** A query for the ids of a page, in order. */
export interface CommonPageQuery {
  readonly sql: string;
  /** Part of the name of a prepared statement; undefined: planned anew for each search. */
  readonly shape: string | undefined;
  readonly values: readonly unknown[];
}

/** Whether appointments are read in order for a page. Those of one status are too many to be sorted by their id first. */
export function isReadInOrder(
  { field }: AppointmentSort,
  [limit, offset]: readonly [number, number],
): boolean {
  return field !== 'status' && offset + limit <= LAST_MATCH;
}

/** @param where the filters, whose values come before the words and the window */
export function commonPage(
  { name, isPlain, from, sql: filtered, values }: AppointmentWhere,
  words: readonly string[],
  sort: AppointmentSort,
  window: readonly [limit: number, offset: number],
): CommonPageQuery {
  const isPrepared = isPlain && words.length <= MAX_PREPARED_WORDS;
  const bound = [...values];
  const bind = (value: unknown, type: string) => {
    const placeholder = `$${bound.push(value)}`;
    return isPrepared ? opaqueToPlanner(placeholder, type) : `${placeholder}::${type}`;
  };
  const matches = words.map((word) => matchesOf(bind(word, 'text'), isIndexed(word))).join(' and ');
  const [limit, offset] = window.map((number) => bind(number, 'bigint'));
  const order = orderOf(sort, 'a');
  return {
    shape: isPrepared ? name + words.map((word) => (isIndexed(word) ? 'w' : 's')).join('') : undefined,
    sql: `
      select a.id from (
        select a.id, a.${columnOf(sort)}, ${READ_COLUMNS.map((column) => `a.${column}`).join(', ')}
        from ${from} a where ${filtered} order by ${order} limit ${MAX_READ_IN_ORDER}
      ) a where ${matches} order by ${order} limit ${limit} offset ${offset}`,
    values: bound,
  };
}

/**
 * PostgreSQL reads the ids that match once, hashes them, and compares the texts last. Customers that no index finds are compared
 * one by one, with those of the appointments that are read.
 */
function matchesOf(pattern: string, isFound: boolean): string {
  const isAmong = (kind: Kind) => `a.${ID_COLUMNS[kind]} in (${SELECT_MATCHING_IDS[kind](pattern)})`;
  const ofCustomer = isFound ? isAmong('customers') : customerHas(pattern);
  const conditions = [isAmong('services'), isAmong('providers'), ofCustomer, textsMatch(pattern)];
  return `(${conditions.join(' or ')})`;
}
