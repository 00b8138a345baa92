import { hidden, type Statement } from '../database/database';
import type { Conditions } from './appointment-filters';

/**
 * Finds words in appointments: in the customer's name, e-mail or phone, the service, the provider or the notes. First it is
 * looked up who and what has a word, then which appointments are about them: what many appointments share is looked at once.
 * One statement does both for a single word; how those with several words are best found is seen in between. Without
 * filters the statements have names, and are planned once: planning them takes longer than a look at what they find.
 */

/** Who and what has a word: ids. */
export interface WordMatches {
  readonly customers: readonly number[];
  readonly services: readonly number[];
  readonly providers: readonly number[];
  /** Appointments by their notes; one more than `FEW` when there are many. */
  readonly notes: readonly number[];
}

/** How many appointments are remembered that have a word in their notes. */
const FEW = 2_000;
/** What `customers_search_idx` is on, to the letter: only then does it serve. */
const CUSTOMER = `(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.email, '') || ' ' || coalesce(c.phone, ''))`;
const KINDS = ['customers', 'services', 'providers'] as const;
type Kind = (typeof KINDS)[number];
const COLUMNS: Readonly<Record<Kind, string>> = {
  customers: 'customer_id',
  services: 'service_id',
  providers: 'provider_id',
};
/** About how many appointments one of each has, compared with the others. */
const WEIGHTS: Readonly<Record<Kind, number>> = { customers: 1, services: 400, providers: 100 };
const TOO_MANY = Number.MAX_SAFE_INTEGER;

/** Of each, selects the ids of those that have a word. */
const HAVING: Readonly<Record<Kind, (word: string) => string>> = {
  customers: (word) => `select c.id from customers c where ${isLike(CUSTOMER, word)}`,
  services: (word) => `select s.id from services s where ${isLike('s.name', word)}`,
  providers: (word) => `select u.id from users u where ${isLike('u.name', word)}`,
};

/** More words are rare: there would be too many statements to remember. */
const MAX_PREPARED_WORDS = 2;
/** Three letters in a row are what the indexes know; without any, the planner had better see that all is to be read. */
const INDEXED = /[a-z0-9]{3}/i;

/** Selects one row with the WordMatches of each word, as `word0`, `word1` and so on. @param words patterns of LIKE */
export function lookUp(words: readonly string[]): Statement {
  const isPrepared = arePrepared(words);
  const columns = words.map((_, index) => {
    const word = isPrepared ? hidden(`$${index + 1}`, 'text') : `$${index + 1}`;
    const ids = KINDS.map((kind) => `'${kind}', array(${HAVING[kind](word)})`).join(', ');
    const notes = `array(select a.id from appointments a where ${isLike('a.notes', word)} limit ${FEW + 1})`;
    return `json_build_object(${ids}, 'notes', ${notes}) as word${index}`;
  });
  return {
    name: isPrepared ? `appointments.look-up.${words.length}` : '',
    text: `select ${columns.join(', ')}`,
  };
}

/** The appointments `a` in which all words are found, each once. */
export interface Found {
  /** Selects these columns of them. */
  readonly sql: (columns: string) => string;
  /** Part of a statement's name; undefined: it is better planned anew each time. */
  readonly shape: string | undefined;
  readonly values: readonly unknown[];
}

/** @param conditions what else must hold; the value of the word comes after its own */
export function withWord({ letters, clauses, values }: Conditions, word: string): Found {
  const isPrepared = letters === '' && arePrepared([word]);
  const bound = `$${values.length + 1}`;
  const pattern = isPrepared ? hidden(bound, 'text') : `${bound}::text`;
  const ids = (kind: Kind) => `(select ids from of_${kind})::int[]`;
  const has = (kind: Kind) => `a.${COLUMNS[kind]} = any (${ids(kind)})`;
  const hasNot = (kind: Kind) => `a.${COLUMNS[kind]} <> all (${ids(kind)})`;
  // Each appointment in one way only, so that nobody has to look for those that are there twice.
  const ways = [
    ...KINDS.map((kind, index) => [has(kind), ...KINDS.slice(0, index).map(hasNot)]),
    [isLike('a.notes', pattern), ...KINDS.map(hasNot)],
  ];
  return {
    shape: isPrepared ? 'word' : undefined,
    sql: (columns) => `
      with ${KINDS.map((kind) => `of_${kind} as (select array(${HAVING[kind](pattern)}) as ids)`).join(', ')}
      ${ways.map((way) => selectWhere(columns, [...clauses, ...way])).join(' union all ')}`,
    values: [...values, word],
  };
}

/** @param conditions what else must hold; the values of the words come after its own */
export function withWords(
  { letters, clauses, values }: Conditions,
  words: readonly string[],
  matches: readonly WordMatches[],
): Found {
  const isPrepared = letters === '' && arePrepared(words);
  const bound = [...values];
  const bind: Bind = (value, type) => {
    const place = `$${bound.push(value)}`;
    return isPrepared ? hidden(place, type) : `${place}::${type}`;
  };
  const placesOf = () => matches.map((match, index) => places(match, words[index] ?? '', bind));
  const ways = waysToFind(matches, placesOf, bind).map((way) => [...clauses, ...way]);
  return {
    shape: isPrepared ? ways.map((way) => way.join(' and ')).join(' or ') : undefined,
    sql: (columns) => ways.map((way) => selectWhere(columns, way)).join(' union '),
    values: bound,
  };
}

/** Gives a value to a statement. @returns what stands for it */
type Bind = (value: unknown, type: 'int[]' | 'text') => string;

/** The clauses by which an appointment has a word: one for each place where anything has it. */
function places(match: WordMatches, word: string, bind: Bind): readonly string[] {
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [isAmong(column, ids, bind)];
  return [
    ...KINDS.flatMap((kind) => among(COLUMNS[kind], match[kind])),
    ...(hasManyNotes(match) ? [isLike('a.notes', bind(word, 'text'))] : among('id', match.notes)),
  ];
}

/**
 * Each a list of clauses that an index serves; together they find all.
 * @param placesOf the places of each word; called at most once, as every value that is bound must be used
 */
function waysToFind(
  matches: readonly WordMatches[],
  placesOf: () => readonly (readonly string[])[],
  bind: Bind,
): readonly (readonly string[])[] {
  if (matches.some(isNowhere)) return [['false']];
  // As people look for somebody: the customers who have all words, and the few appointments that have some in their notes.
  const kind = KINDS.find((each) => matches.every((match) => isOnlyAbout(each, match)));
  if (kind !== undefined) {
    const whole = [isAmong(COLUMNS[kind], common(matches, kind), bind)];
    const notes = matches.flatMap((match) => match.notes);
    return notes.length === 0 ? [whole] : [whole, [isAmong('id', notes, bind), ...placesOf().map(oneOf)]];
  }
  const weights = matches.map(weightOf);
  const rarest = weights.indexOf(Math.min(...weights));
  const all = placesOf();
  const others = all.filter((_, index) => index !== rarest).map(oneOf);
  return (all[rarest] ?? []).map((place) => [place, ...others]);
}

function isAmong(column: string, ids: readonly number[], bind: Bind): string {
  return `a.${column} = any (${bind(ids, 'int[]')}::int[])`;
}

function isNowhere({ customers, services, providers, notes }: WordMatches): boolean {
  return [customers, services, providers, notes].every((ids) => ids.length === 0);
}

function isOnlyAbout(kind: Kind, match: WordMatches): boolean {
  return KINDS.every((each) => each === kind || match[each].length === 0) && !hasManyNotes(match);
}

/** Those of a kind that have all words. */
function common(matches: readonly WordMatches[], kind: Kind): readonly number[] {
  const [first = [], ...others] = matches.map((match) => match[kind]);
  return others.reduce((ids, more) => {
    const known = new Set(more);
    return ids.filter((id) => known.has(id));
  }, first);
}

function weightOf(match: WordMatches): number {
  if (hasManyNotes(match)) return TOO_MANY;
  return KINDS.reduce((sum, kind) => sum + match[kind].length * WEIGHTS[kind], 0);
}

function hasManyNotes({ notes }: WordMatches): boolean {
  return notes.length > FEW;
}

function arePrepared(words: readonly string[]): boolean {
  return words.length <= MAX_PREPARED_WORDS && words.every((word) => INDEXED.test(word));
}

function selectWhere(columns: string, clauses: readonly string[]): string {
  return `select ${columns} from appointments a where ${clauses.join(' and ')}`;
}

function oneOf(clauses: readonly string[]): string {
  return `(${clauses.join(' or ')})`;
}

/** Lower case by ICU, as the indexes have it, whatever the locale of the database. */
function isLike(text: string, pattern: string): string {
  return `lower(${text} collate "und-x-icu") like lower(${pattern} collate "und-x-icu")`;
}
