import type { Statement } from '../database/database';
import type { Conditions } from './appointment-filters';

/**
 * Finds words in appointments: in the customer's name, e-mail or phone, the service, the provider or the notes. First it is
 * looked up who and what has each word, then which appointments are about them: what many appointments share is looked at
 * once. Nameless statements, so planned anew each time: how common a word is decides which way is quick.
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
/** About how many appointments one of each has, compared with the others. */
const WEIGHTS = { customers: 1, services: 400, providers: 100 } as const;
const TOO_MANY = Number.MAX_SAFE_INTEGER;

/** Selects one row with the WordMatches of each word, as `word0`, `word1` and so on. @param words patterns of LIKE */
export function lookUp(words: readonly string[]): Statement {
  const columns = words.map((_, index) => {
    const word = `$${index + 1}`;
    return `json_build_object(
      'customers', array(select c.id from customers c where ${isLike(CUSTOMER, word)}),
      'services', array(select s.id from services s where ${isLike('s.name', word)}),
      'providers', array(select u.id from users u where ${isLike('u.name', word)}),
      'notes', array(select a.id from appointments a where ${isLike('a.notes', word)} limit ${FEW + 1})
    ) as word${index}`;
  });
  return { name: '', text: `select ${columns.join(', ')}` };
}

/** SQL that selects `columns` of the appointments `a` in which all words are found, each once. */
export interface Found {
  readonly sql: (columns: string) => string;
  readonly values: readonly unknown[];
}

/** @param conditions what else must hold; the values of the words come after its own */
export function found(
  { clauses, values }: Conditions,
  words: readonly string[],
  matches: readonly WordMatches[],
): Found {
  const bound = [...values];
  const placesOf = () =>
    matches.map((match, index) => places(match, words[index] ?? '', (value) => `$${bound.push(value)}`));
  const ways = waysToFind(matches, placesOf, (value) => `$${bound.push(value)}`);
  return {
    sql: (columns) =>
      ways
        .map((way) => `select ${columns} from appointments a where ${[...clauses, ...way].join(' and ')}`)
        .join(' union '),
    values: bound,
  };
}

/** The clauses by which an appointment has a word: one for each place where anything has it. */
function places(match: WordMatches, word: string, bind: (value: unknown) => string): readonly string[] {
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [`a.${column} = any (${bind(ids)}::int[])`];
  return [
    ...among('customer_id', match.customers),
    ...among('service_id', match.services),
    ...among('provider_id', match.providers),
    ...(hasManyNotes(match) ? [isLike('a.notes', bind(word))] : among('id', match.notes)),
  ];
}

/**
 * Each a list of clauses that an index serves; together they find all.
 * @param placesOf the places of each word; called at most once, as every value that is bound must be used
 */
function waysToFind(
  matches: readonly WordMatches[],
  placesOf: () => readonly (readonly string[])[],
  bind: (value: unknown) => string,
): readonly (readonly string[])[] {
  if (matches.some(isNowhere)) return [['false']];
  // As people look for somebody: the customers who have all words, and the few appointments that have some in their notes.
  if (matches.every(isAboutCustomers)) {
    const people = [`a.customer_id = any (${bind(common(matches))}::int[])`];
    const notes = matches.flatMap((match) => match.notes);
    if (notes.length === 0) return [people];
    return [people, [`a.id = any (${bind(notes)}::int[])`, ...placesOf().map(oneOf)]];
  }
  const weights = matches.map(weightOf);
  const rarest = weights.indexOf(Math.min(...weights));
  const all = placesOf();
  const others = all.filter((_, index) => index !== rarest).map(oneOf);
  return (all[rarest] ?? []).map((place) => [place, ...others]);
}

function isNowhere({ customers, services, providers, notes }: WordMatches): boolean {
  return [customers, services, providers, notes].every((ids) => ids.length === 0);
}

function isAboutCustomers(match: WordMatches): boolean {
  return match.services.length === 0 && match.providers.length === 0 && !hasManyNotes(match);
}

/** The customers who have all words. */
function common(matches: readonly WordMatches[]): readonly number[] {
  const [first = [], ...others] = matches.map(({ customers }) => customers);
  return others.reduce((ids, more) => {
    const known = new Set(more);
    return ids.filter((id) => known.has(id));
  }, first);
}

function weightOf(match: WordMatches): number {
  if (hasManyNotes(match)) return TOO_MANY;
  const { customers, services, providers } = match;
  return (
    customers.length * WEIGHTS.customers +
    services.length * WEIGHTS.services +
    providers.length * WEIGHTS.providers
  );
}

function hasManyNotes({ notes }: WordMatches): boolean {
  return notes.length > FEW;
}

function oneOf(clauses: readonly string[]): string {
  return `(${clauses.join(' or ')})`;
}

/** Lower case by ICU, as the indexes have it, whatever the locale of the database. */
function isLike(text: string, pattern: string): string {
  return `lower(${text} collate "und-x-icu") like lower(${pattern} collate "und-x-icu")`;
}
