import type { Hidden } from '../../platform/restrictions';
import { hasAllWords, hasWord, isIndexed, likePatterns } from '../../platform/database/reads/search-words';
import type { Clause } from '../../platform/database/reads/clause';
import { opaqueToPlanner } from '../../platform/database/database';
import { PHONE_DIGITS, spellingsOf } from './phone-number';

/** The text of `customers_folded_idx`; PostgreSQL uses the index for exactly this text. No word contains a space. */
const SEARCHED = `t.first_name || ' ' || t.last_name || ' ' || coalesce(t.email, '') || ' ' || coalesce(t.phone, '')`;

/** What keys that hide contacts search. */
const NAMES = `t.first_name || ' ' || t.last_name`;

/** Searches of more words are rare, and each number of words would be one more prepared statement. */
const MAX_PREPARED_WORDS = 2;

/**
 * Every word of `q` is found in the names, e-mail address or phone number of a customer. PostgreSQL plans the
 * search for words that the index serves once: planning took as long as searching.
 * @param hides a key that hides contacts finds words in the names alone
 */
export function wordsOfCustomer(q: string | undefined, hides: readonly Hidden[] = []): Clause[] {
  const words = likePatterns(q);
  const isPrepared = words.length <= MAX_PREPARED_WORDS && words.every(isIndexed);
  const found = words.map((pattern): Clause => ({
    ...(isPrepared && { name: 'word' }),
    isSearch: true,
    sql: (value) => hasWord(SEARCHED, isPrepared ? opaqueToPlanner(value, 'text') : value),
    value: pattern,
  }));
  if (words.length === 0 || !hides.includes('contacts')) return found;
  // The clauses before let PostgreSQL use the index.
  return [...found, { sql: (value) => hasAllWords(NAMES, value), value: words }];
}

interface Address {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** Exactly this e-mail address, in upper or lower case, and this telephone number, however it is spelled. */
export async function hasAddress({ email, phone }: Address, country: string | undefined): Promise<Clause[]> {
  const named = (value: string) => `lower(${value} collate "und-x-icu")`;
  const isEmail = (value: string) => `${named('t.email')} = ${named(value)}`;
  const isPhone = (value: string) => `${PHONE_DIGITS} = any (${value}::text[])`;
  return [
    ...(email === undefined ? [] : [{ name: 'email', sql: isEmail, value: email }]),
    ...(phone === undefined
      ? []
      : [{ name: 'phone', sql: isPhone, value: await spellingsOf(phone, country) }]),
  ];
}
