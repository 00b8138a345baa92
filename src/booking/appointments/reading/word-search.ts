import { opaqueToPlanner, type Statement } from '../../../platform/database/database';
import type { Conditions } from './appointment-filters';

/**
 * Finds words in appointments: in the customer's name, e-mail or phone, the service, the provider or the notes. First it is
 * looked up who and what has a word, then which appointments are about them: what many appointments share is looked at once.
 * One statement does both for a single word; how those with several words are best found is seen in between. Without
 * filters the statements have names, and are planned once: planning them takes longer than a look at what they find.
 */

/** Who and what has a word: ids. */
export interface WordMatches {
  readonly services: readonly number[];
  readonly providers: readonly number[];
  /** Not looked up for a short word, that no index knows, where another word narrows the search. */
  readonly customers?: readonly number[];
  /** Appointments by their notes; one more than `FEW` when there are many. As `customers`, not always looked up. */
  readonly notes?: readonly number[];
}

/** Of a word that was looked up everywhere. */
type CompleteMatches = Required<WordMatches>;

/** How many appointments are remembered that have a word in their notes. */
const MAX_MATCHED_NOTES = 2_000;
/** What `customers_search_idx` is on, to the letter: only then does it serve. */
const CUSTOMER_TEXT = `(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.email, '') || ' ' || coalesce(c.phone, ''))`;
const KINDS = ['customers', 'services', 'providers'] as const;
type Kind = (typeof KINDS)[number];
const ID_COLUMNS: Readonly<Record<Kind, string>> = {
  customers: 'customer_id',
  services: 'service_id',
  providers: 'provider_id',
};
/** About how many appointments one of each has, compared with the others. */
const APPOINTMENTS_OF_EACH: Readonly<Record<Kind, number>> = { customers: 1, services: 400, providers: 100 };
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** Of each, selects the ids of those that have a word. */
const SELECT_MATCHING_IDS: Readonly<Record<Kind, (word: string) => string>> = {
  customers: (word) => `select c.id from customers c where ${matchesPattern(CUSTOMER_TEXT, word)}`,
  services: (word) => `select s.id from services s where ${matchesPattern('s.name', word)}`,
  providers: (word) => `select u.id from users u where ${matchesPattern('u.name', word)}`,
};

/** More words are rare: there would be too many statements to remember. */
const MAX_PREPARED_WORDS = 2;
/** Three letters in a row are what the indexes know; without any, the planner had better see that all is to be read. */
const INDEXED = /[a-z0-9]{3}/i;

/** Selects one row with the WordMatches of each word, as `word0`, `word1` and so on. @param words patterns of LIKE */
export function lookUpWords(words: readonly string[]): Statement {
  const isPrepared = arePrepared(words);
  const isAnyIndexed = words.some(isIndexed);
  const columns = words.map((text, index) => {
    const word = isPrepared ? opaqueToPlanner(`$${index + 1}`, 'text') : `$${index + 1}`;
    const isEverywhere = isIndexed(text) || !isAnyIndexed;
    const kinds = KINDS.filter((kind) => isEverywhere || kind !== 'customers');
    const ids = kinds.map((kind) => `'${kind}', array(${SELECT_MATCHING_IDS[kind](word)})`);
    const notes = `array(select a.id from appointments a where ${matchesPattern('a.notes', word)} limit ${MAX_MATCHED_NOTES + 1})`;
    return `json_build_object(${[...ids, ...(isEverywhere ? [`'notes', ${notes}`] : [])].join(', ')}) as word${index}`;
  });
  return {
    name: isPrepared ? `appointments.look-up.${words.length}` : '',
    text: `select ${columns.join(', ')}`,
  };
}

/** The appointments `a` in which all words are found, each once. */
export interface MatchQuery {
  /** Selects these columns of them. */
  readonly sql: (columns: string) => string;
  /** Part of a statement's name; undefined: it is better planned anew each time. */
  readonly shape: string | undefined;
  readonly values: readonly unknown[];
}

/** @param conditions what else must hold; the value of the word comes after its own */
export function matchWord({ letters, clauses, values }: Conditions, word: string): MatchQuery {
  const isPrepared = letters === '' && arePrepared([word]);
  const bound = `$${values.length + 1}`;
  const pattern = isPrepared ? opaqueToPlanner(bound, 'text') : `${bound}::text`;
  const ids = (kind: Kind) => `(select ids from of_${kind})::int[]`;
  const has = (kind: Kind) => `a.${ID_COLUMNS[kind]} = any (${ids(kind)})`;
  const hasNot = (kind: Kind) => `a.${ID_COLUMNS[kind]} not in (select unnest(${ids(kind)}))`;
  // Each appointment in one way only, so that nobody has to look for those that are there twice.
  const ways = [
    ...KINDS.map((kind, index) => [has(kind), ...KINDS.slice(0, index).map(hasNot)]),
    [matchesPattern('a.notes', pattern), ...KINDS.map(hasNot)],
  ];
  return {
    shape: isPrepared ? 'word' : undefined,
    sql: (columns) => `
      with ${KINDS.map((kind) => `of_${kind} as (select array(${SELECT_MATCHING_IDS[kind](pattern)}) as ids)`).join(', ')}
      ${ways.map((way) => selectWhere(columns, [...clauses, ...way])).join(' union all ')}`,
    values: [...values, word],
  };
}

/** @param conditions what else must hold; the values of the words come after its own */
export function matchWords(
  { letters, clauses, values }: Conditions,
  words: readonly string[],
  matches: readonly WordMatches[],
): MatchQuery {
  const isPrepared = letters === '' && arePrepared(words);
  const bound = [...values];
  const bind: Bind = (value, type) => {
    const place = `$${bound.push(value)}`;
    return isPrepared ? opaqueToPlanner(place, type) : `${place}::${type}`;
  };
  const named = matches.map((match, index) => ({ match, word: words[index] ?? '' }));
  const ways = unionBranches(named, bind).map((way) => [...clauses, ...way]);
  return {
    shape: isPrepared ? ways.map((way) => way.join(' and ')).join(' or ') : undefined,
    sql: (columns) => ways.map((way) => selectWhere(columns, way)).join(' union '),
    values: bound,
  };
}

/** A word, and where it was found. */
interface MatchedWord<Match extends WordMatches> {
  readonly word: string;
  readonly match: Match;
}

/** Gives a value to a statement. @returns what stands for it */
type Bind = (value: unknown, type: 'int[]' | 'text') => string;

/**
 * The clauses by which an appointment has a word: one for each place where anything has it.
 * @param isOne says that something is one of some ids
 */
function conditionsOfWord({ match, word }: MatchedWord<WordMatches>, bind: Bind, isOne: typeof isAnyOf): readonly string[] {
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [isOne(column, ids, bind)];
  const { customers, notes } = match;
  const hasCustomer = () =>
    `exists (select from customers c where c.id = a.customer_id and ${matchesPattern(CUSTOMER_TEXT, bind(word, 'text'))})`;
  return [
    ...among(ID_COLUMNS.services, match.services),
    ...among(ID_COLUMNS.providers, match.providers),
    ...(customers === undefined ? [hasCustomer()] : among(ID_COLUMNS.customers, customers)),
    ...(notes === undefined || notes.length > MAX_MATCHED_NOTES
      ? [matchesPattern('a.notes', bind(word, 'text'))]
      : among('id', notes)),
  ];
}

/** Each a list of clauses that an index serves; together they find all. */
function unionBranches(named: readonly MatchedWord<WordMatches>[], bind: Bind): readonly (readonly string[])[] {
  const known = named.filter(isComplete);
  const matches = known.map(({ match }) => match);
  if (matches.some(hasNoMatch)) return [['false']];
  /** What no index knows is asked of what the others find. */
  const others = (except: readonly MatchedWord<WordMatches>[]) =>
    named.filter((each) => !except.includes(each)).map((each) => anyOf(conditionsOfWord(each, bind, isInHashed)));
  // As people look for somebody: the customers who have all words, and the few appointments that have some in their notes.
  const kind = KINDS.find((each) => matches.every((match) => matchesOnly(each, match)));
  if (kind !== undefined) {
    const ids = idsInAll(matches, kind);
    const has = ({ match }: MatchedWord<WordMatches>) => ids.every((id) => match[kind]?.includes(id));
    const whole = [isAnyOf(ID_COLUMNS[kind], ids, bind), ...others([...known, ...named.filter(has)])];
    const notes = matches.flatMap((match) => match.notes);
    return notes.length === 0 ? [whole] : [whole, [isAnyOf('id', notes, bind), ...others([])]];
  }
  const weights = matches.map(estimateAppointments);
  const rarest = known[weights.indexOf(Math.min(...weights))];
  if (rarest === undefined) throw new Error('one word at least is looked up everywhere');
  const rest = others([rarest]);
  return conditionsOfWord(rarest, bind, isAnyOf).map((place) => [place, ...rest]);
}

function isComplete(named: MatchedWord<WordMatches>): named is MatchedWord<CompleteMatches> {
  return named.match.customers !== undefined && named.match.notes !== undefined;
}

/** For an index. */
function isAnyOf(column: string, ids: readonly number[], bind: Bind): string {
  return `a.${column} = any (${bind(ids, 'int[]')}::int[])`;
}

/** For what an index has found: the ids are hashed, where `any` would go through all of them for each row. */
function isInHashed(column: string, ids: readonly number[], bind: Bind): string {
  return `a.${column} in (select unnest(${bind(ids, 'int[]')}::int[]))`;
}

function hasNoMatch({ customers, services, providers, notes }: CompleteMatches): boolean {
  return [customers, services, providers, notes].every((ids) => ids.length === 0);
}

function matchesOnly(kind: Kind, match: CompleteMatches): boolean {
  return KINDS.every((each) => each === kind || match[each].length === 0) && !hasManyNotes(match);
}

/** Those of a kind that have all words. */
function idsInAll(matches: readonly CompleteMatches[], kind: Kind): readonly number[] {
  const [first = [], ...others] = matches.map((match) => match[kind]);
  return others.reduce((ids, more) => {
    const known = new Set(more);
    return ids.filter((id) => known.has(id));
  }, first);
}

function estimateAppointments(match: CompleteMatches): number {
  if (hasManyNotes(match)) return UNBOUNDED;
  return KINDS.reduce((sum, kind) => sum + match[kind].length * APPOINTMENTS_OF_EACH[kind], 0);
}

function hasManyNotes({ notes }: CompleteMatches): boolean {
  return notes.length > MAX_MATCHED_NOTES;
}

function arePrepared(words: readonly string[]): boolean {
  return words.length <= MAX_PREPARED_WORDS && words.every(isIndexed);
}

function isIndexed(word: string): boolean {
  return INDEXED.test(word);
}

function selectWhere(columns: string, clauses: readonly string[]): string {
  return `select ${columns} from appointments a where ${clauses.join(' and ')}`;
}

function anyOf(clauses: readonly string[]): string {
  return `(${clauses.join(' or ')})`;
}

/** Lower case by ICU, as the indexes have it, whatever the locale of the database. */
function matchesPattern(text: string, pattern: string): string {
  return `lower(${text} collate "und-x-icu") like lower(${pattern} collate "und-x-icu")`;
}
