import { likePatterns } from '../../platform/http/pagination/search-words';
import type { Clause } from '../../platform/database/clause';

/** What `customers_search_idx` is on, to the letter: only then does it serve. No word reaches across a space. */
const SEARCHED = `lower((t.first_name || ' ' || t.last_name || ' ' || coalesce(t.email, '') || ' ' || coalesce(t.phone, '')) collate "und-x-icu")`;

/** In the names, e-mail or phone of a customer every word of `q` is found, whatever its case. */
export function wordsOfCustomer(q: string | undefined): Clause[] {
  return likePatterns(q).map((pattern) => ({
    sql: (value) => `${SEARCHED} like lower(${value} collate "und-x-icu")`,
    value: pattern,
  }));
}
