import { opaqueToPlanner, type Statement } from '../../../platform/database/database';
import { SEARCHED_TEXTS } from '../../diary/rows/appointment.entity';
import { hasWord, isIndexed } from '../../../platform/database/reads/search-words';

/** Looks up which customers, services and providers, and which appointments by their own texts, match the words of a search. */

/** The ids that one word matches. */
export interface WordMatches {
  readonly services: readonly number[];
  readonly providers: readonly number[];
  /** Undefined for a word that is too short for the index, when another word narrows the search. */
  readonly customers?: readonly number[];
  /** Appointments by their own texts: one more than `MAX_MATCHED_TEXTS` when there are many. Undefined where `customers` is. */
  readonly texts?: readonly number[];
}

/** Appointments are looked up by their own texts only up to this number. */
export const MAX_MATCHED_TEXTS = 2_000;

/** The resources that an appointment refers to, and in whose rows words are found. */
export const KINDS = ['customers', 'services', 'providers'] as const;
export type Kind = (typeof KINDS)[number];

/** The very text of `customers_folded_idx`: PostgreSQL uses the index for no other. */
const CUSTOMER_TEXT = `c.first_name || ' ' || c.last_name || ' ' || coalesce(c.email, '') || ' ' || coalesce(c.phone, '')`;

export const SELECT_MATCHING_IDS: Readonly<Record<Kind, (word: string) => string>> = {
  customers: (word) => `select c.id from customers c where ${hasWord(CUSTOMER_TEXT, word)}`,
  services: (word) => `select s.id from services s where ${hasWord('s.name', word)}`,
  providers: (word) => `select u.id from users u where ${hasWord('u.name', word)}`,
};

/** Searches of more words are rare, and each number of words would be one more prepared statement. */
const MAX_PREPARED_WORDS = 2;

/** Selects one row with the WordMatches of each word, as `word0`, `word1` and so on. @param words patterns of LIKE */
export function lookUpWords(words: readonly string[]): Statement {
  const isPrepared = arePrepared(words);
  const isAnyIndexed = words.some(isIndexed);
  const columns = words.map((text, index) => {
    const word = isPrepared ? opaqueToPlanner(`$${index + 1}`, 'text') : `$${index + 1}`;
    const isEverywhere = isIndexed(text) || !isAnyIndexed;
    const kinds = KINDS.filter((kind) => isEverywhere || kind !== 'customers');
    const ids = kinds.map((kind) => `'${kind}', array(${SELECT_MATCHING_IDS[kind](word)})`);
    const texts = `array(select a.id from appointments a where ${textsMatch(word)} limit ${MAX_MATCHED_TEXTS + 1})`;
    return `json_build_object(${[...ids, ...(isEverywhere ? [`'texts', ${texts}`] : [])].join(', ')}) as word${index}`;
  });
  return {
    name: isPrepared ? `appointments.look-up.${words.length}` : '',
    isSearch: true,
    text: `select ${columns.join(', ')}`,
  };
}

/** Whether statements for these words are prepared. The planner had better see the words that no index serves. */
export function arePrepared(words: readonly string[]): boolean {
  return words.length <= MAX_PREPARED_WORDS && words.every(isIndexed);
}

/** That the customer of the appointment `a` matches a word. */
export function customerMatches(pattern: string): string {
  return `exists (select from customers c where c.id = a.customer_id and ${hasWord(CUSTOMER_TEXT, pattern)})`;
}

/** The same as a value, which PostgreSQL computes for each appointment: it may answer `exists` by comparing all customers first. */
export function customerHas(pattern: string): string {
  return `(select ${hasWord(CUSTOMER_TEXT, pattern)} from customers c where c.id = a.customer_id)`;
}

/** That one of the texts of the appointment `a` itself matches a word. */
export function textsMatch(pattern: string): string {
  return `(${SEARCHED_TEXTS.map((column) => hasWord(`a.${column}`, pattern)).join(' or ')})`;
}

const nameOf = (name: string, from: string) => `(select ${name} from ${from})`;
const CUSTOMER_NAME = nameOf(`c.first_name || ' ' || c.last_name`, 'customers c where c.id = a.customer_id');

/** That each word of a list of patterns is found in what a key sees of the appointment `a` that hides contacts. */
export function hasWordsWithoutContacts(patterns: string): string {
  return hasWordsWith(CUSTOMER_NAME, patterns);
}

/** The same of a key that does not see the customer. */
export function hasWordsOfGuest(patterns: string): string {
  return hasWordsWith(`(a.guest ->> 'name')`, patterns);
}

/** @param person SQL of the name of the person */
function hasWordsWith(person: string, patterns: string): string {
  const places = [
    person,
    nameOf('s.name', 'services s where s.id = a.service_id'),
    nameOf('u.name', 'users u where u.id = a.provider_id'),
  ];
  const isFound = [...places.map((place) => hasWord(place, 'word')), textsMatch('word')].join(' or ');
  // Where a text is null, so is what is said of it, which `bool_and` would leave out.
  return `(select bool_and(coalesce(${isFound}, false)) from unnest(${patterns}::text[]) word)`;
}
