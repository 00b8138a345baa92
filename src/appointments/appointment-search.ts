import type { Statement } from '../database/database';
import type { Conditions } from './appointment-filters';

/**
 * SQL that finds words in appointments: in the customer's name, e-mail or phone, the service, the provider or the notes.
 * Nameless, so planned anew each time: how common a word is decides which way is quick.
 */

/** What `customers_search_idx` is on, to the letter: only then does it serve. */
const CUSTOMER = `(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.email, '') || ' ' || coalesce(c.phone, ''))`;

/** How many appointments a rare word is found in at most. */
export const RARE = 5_000;

/**
 * Selects one row with a list for each word: the ids of the appointments that have it, one more than `RARE` when it is a
 * common word. Each place where a word may be is a query of its own, so that each is served by its own index.
 * @param patterns placeholders of the words, as patterns of LIKE
 */
export function candidates({ clauses }: Conditions, patterns: readonly string[]): Statement {
  const lists = patterns.map((pattern, index) => {
    const has = (text: string) => [...clauses, isLike(text, pattern)].join(' and ');
    return `array(
      select id from (
        select a.id from appointments a join customers c on c.id = a.customer_id where ${has(CUSTOMER)}
        union all select a.id from appointments a join services s on s.id = a.service_id where ${has('s.name')}
        union all select a.id from appointments a join users u on u.id = a.provider_id where ${has('u.name')}
        union all select a.id from appointments a where ${has('a.notes')}
      ) found limit ${RARE + 1}
    ) as word${index}`;
  });
  return { name: '', text: `select ${lists.join(', ')}` };
}

/** A clause that holds for an appointment `a` that has a word. PostgreSQL looks row by row, or all of a table up at once. */
export function hasWord(pattern: string): string {
  return `(
    exists (select from services s where s.id = a.service_id and ${isLike('s.name', pattern)})
    or exists (select from users u where u.id = a.provider_id and ${isLike('u.name', pattern)})
    or exists (select from customers c where c.id = a.customer_id and ${isLike(CUSTOMER, pattern)})
    or ${isLike('a.notes', pattern)}
  )`;
}

/** Lower case by ICU, as the indexes have it, whatever the locale of the database. */
function isLike(text: string, pattern: string): string {
  return `lower(${text} collate "und-x-icu") like lower(${pattern} collate "und-x-icu")`;
}
