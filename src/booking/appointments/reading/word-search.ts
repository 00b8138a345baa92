import { opaqueToPlanner } from '../../../platform/database/database';
import type { AppointmentWhere } from './appointment-filters';
import {
  arePrepared,
  customerMatches,
  type Kind,
  KINDS,
  MAX_MATCHED_TEXTS,
  SELECT_MATCHING_IDS,
  textsMatch,
  type WordMatches,
} from './word-lookup';

/**
 * Queries for the appointments in which words are found: in the customer's name, e-mail or phone, the service, the provider, the
 * attendee's name or the notes. The last two are texts of the appointment itself. A word is first looked up in all of them; the
 * appointments follow from the ids.
 * So what many appointments share is searched once. A single word takes one statement for both. Of several words, each is
 * looked up first, because the best query depends on what they match. Without filters the statements are prepared: planning
 * them takes longer than running them.
 */

/** A query for the appointments `a` that match, each once. */
export interface MatchQuery {
  /** The SELECT of these columns. */
  readonly sql: (columns: string) => string;
  /** Part of the name of a prepared statement; undefined: planned anew for each search. */
  readonly shape: string | undefined;
  readonly values: readonly unknown[];
}

export const ID_COLUMNS: Readonly<Record<Kind, string>> = {
  customers: 'customer_id',
  services: 'service_id',
  providers: 'provider_id',
};
/** A rough number of appointments for each match of a kind. */
const APPOINTMENTS_OF_EACH: Readonly<Record<Kind, number>> = { customers: 1, services: 400, providers: 100 };
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** A search for no words: whether one of its filters is rare decides the plan, so PostgreSQL plans each anew. */
export function matchFilters({ from, sql, values }: AppointmentWhere): MatchQuery {
  return { shape: undefined, sql: (columns) => selectWhere(columns, from, [sql]), values };
}

/** @param where the filters, whose values come before that of the word */
export function matchWord(
  { name, isPlain, from, sql: filtered, values }: AppointmentWhere,
  word: string,
): MatchQuery {
  const isPrepared = isPlain && arePrepared([word]);
  const bound = `$${values.length + 1}`;
  const pattern = isPrepared ? opaqueToPlanner(bound, 'text') : `${bound}::text`;
  const ids = (kind: Kind) => `(select ids from of_${kind})::int[]`;
  const has = (kind: Kind) => `a.${ID_COLUMNS[kind]} = any (${ids(kind)})`;
  const hasNot = (kind: Kind) => `a.${ID_COLUMNS[kind]} not in (select unnest(${ids(kind)}))`;
  // The branches exclude each other, so that `union all` needs no search for duplicates.
  const branches = [
    ...KINDS.map((kind, index) => [has(kind), ...KINDS.slice(0, index).map(hasNot)]),
    [textsMatch(pattern), ...KINDS.map(hasNot)],
  ];
  return {
    shape: isPrepared ? `${name}word` : undefined,
    sql: (columns) => `
      with ${KINDS.map((kind) => `of_${kind} as (select array(${SELECT_MATCHING_IDS[kind](pattern)}) as ids)`).join(', ')}
      ${branches.map((branch) => selectWhere(columns, from, [filtered, ...branch])).join(' union all ')}`,
    values: [...values, word],
  };
}

/** @param where the filters, whose values come before those of the words */
export function matchWords(
  { isPlain, from, sql: filtered, values }: AppointmentWhere,
  words: readonly string[],
  matches: readonly WordMatches[],
): MatchQuery {
  const isPrepared = isPlain && arePrepared(words);
  const bound = [...values];
  const bind: Bind = (value, type) => {
    const placeholder = `$${bound.push(value)}`;
    return isPrepared ? opaqueToPlanner(placeholder, type) : `${placeholder}::${type}`;
  };
  const matched = matches.map((match, index) => ({ match, word: words[index] ?? '' }));
  const branches = unionBranches(matched, bind).map((branch) => [filtered, ...branch]);
  return {
    shape: isPrepared ? branches.map((branch) => branch.join(' and ')).join(' or ') : undefined,
    sql: (columns) => branches.map((branch) => selectWhere(columns, from, branch)).join(' union '),
    values: bound,
  };
}

interface MatchedWord<Match extends WordMatches> {
  readonly word: string;
  readonly match: Match;
}

/** The matches of a word that was looked up everywhere. */
type CompleteMatches = Required<WordMatches>;

/** Adds a value to a statement. @returns the SQL that stands for it */
type Bind = (value: unknown, type: 'int[]' | 'text') => string;

/** The conditions that an appointment has a word: one for each place where it was found. @param isIn SQL that a column is in a list */
function conditionsOfWord(
  { match, word }: MatchedWord<WordMatches>,
  bind: Bind,
  isIn: typeof isAnyOf,
): readonly string[] {
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [isIn(column, ids, bind)];
  const { customers, texts } = match;
  return [
    ...among(ID_COLUMNS.services, match.services),
    ...among(ID_COLUMNS.providers, match.providers),
    ...(customers === undefined
      ? [customerMatches(bind(word, 'text'))]
      : among(ID_COLUMNS.customers, customers)),
    ...(texts === undefined || texts.length > MAX_MATCHED_TEXTS
      ? [textsMatch(bind(word, 'text'))]
      : among('id', texts)),
  ];
}

/** The branches of a union, each a list of conditions of which an index serves the first. Together they find all matches. */
function unionBranches(
  words: readonly MatchedWord<WordMatches>[],
  bind: Bind,
): readonly (readonly string[])[] {
  const complete = words.filter(isComplete);
  const matches = complete.map(({ match }) => match);
  if (matches.some(hasNoMatch)) return [['false']];
  /** The conditions of all words but some, for rows that an index has found. */
  const conditionsExcept = (except: readonly MatchedWord<WordMatches>[]) =>
    words
      .filter((each) => !except.includes(each))
      .map((each) => anyOf(conditionsOfWord(each, bind, isInHashed)));
  // The usual search for a person: the customers whose text has all words, and the few appointments with one in their texts.
  const kind = KINDS.find((each) => matches.every((match) => matchesOnly(each, match)));
  if (kind !== undefined) {
    const ids = idsInAll(matches, kind);
    const has = ({ match }: MatchedWord<WordMatches>) => ids.every((id) => match[kind]?.includes(id));
    const byKind = [
      isAnyOf(ID_COLUMNS[kind], ids, bind),
      ...conditionsExcept([...complete, ...words.filter(has)]),
    ];
    const texts = matches.flatMap((match) => match.texts);
    return texts.length === 0 ? [byKind] : [byKind, [isAnyOf('id', texts, bind), ...conditionsExcept([])]];
  }
  const estimates = matches.map(estimateAppointments);
  const rarest = complete[estimates.indexOf(Math.min(...estimates))];
  if (rarest === undefined) throw new Error('no word was looked up among customers and texts');
  const rest = conditionsExcept([rarest]);
  return conditionsOfWord(rarest, bind, isAnyOf).map((condition) => [condition, ...rest]);
}

function isComplete(matched: MatchedWord<WordMatches>): matched is MatchedWord<CompleteMatches> {
  return matched.match.customers !== undefined && matched.match.texts !== undefined;
}

/** The form that an index serves. */
function isAnyOf(column: string, ids: readonly number[], bind: Bind): string {
  return `a.${column} = any (${bind(ids, 'int[]')}::int[])`;
}

/** The form for rows that an index has found: PostgreSQL hashes the ids, where `any` compares each row with all of them. */
function isInHashed(column: string, ids: readonly number[], bind: Bind): string {
  return `a.${column} in (select unnest(${bind(ids, 'int[]')}::int[]))`;
}

function hasNoMatch({ customers, services, providers, texts }: CompleteMatches): boolean {
  return [customers, services, providers, texts].every((ids) => ids.length === 0);
}

/** Whether a word matches one kind alone, but for a few texts. */
function matchesOnly(kind: Kind, match: CompleteMatches): boolean {
  return KINDS.every((each) => each === kind || match[each].length === 0) && !hasManyTexts(match);
}

/** The ids of a kind that every word matches. */
function idsInAll(matches: readonly CompleteMatches[], kind: Kind): readonly number[] {
  const [first = [], ...others] = matches.map((match) => match[kind]);
  return others.reduce((ids, more) => {
    const known = new Set(more);
    return ids.filter((id) => known.has(id));
  }, first);
}

function estimateAppointments(match: CompleteMatches): number {
  if (hasManyTexts(match)) return UNBOUNDED;
  return KINDS.reduce((sum, kind) => sum + match[kind].length * APPOINTMENTS_OF_EACH[kind], 0);
}

function hasManyTexts({ texts }: CompleteMatches): boolean {
  return texts.length > MAX_MATCHED_TEXTS;
}

function selectWhere(columns: string, from: string, conditions: readonly string[]): string {
  return `select ${columns} from ${from} a where ${conditions.join(' and ')}`;
}

function anyOf(conditions: readonly string[]): string {
  return `(${conditions.join(' or ')})`;
}
