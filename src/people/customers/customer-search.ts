import { likePatterns } from '../../platform/http/pagination/search-words';
import type { Clause } from '../../platform/database/clause';

/** The expression of `customers_search_idx`; PostgreSQL uses the index for exactly this text. No word contains a space. */
const SEARCHED = `lower((t.first_name || ' ' || t.last_name || ' ' || coalesce(t.email, '') || ' ' || coalesce(t.phone, '')) collate "und-x-icu")`;

/** Every word of `q` is found in the names, e-mail address or phone number of a customer, in upper or lower case. */
export function wordsOfCustomer(q: string | undefined): Clause[] {
  return likePatterns(q).map((pattern) => ({
    sql: (value) => `${SEARCHED} like lower(${value} collate "und-x-icu")`,
    value: pattern,
  }));
}
