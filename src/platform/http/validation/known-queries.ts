import type { Type } from '@nestjs/common';

const MOST = 2_000;
/** Longer queries are seldom repeated. */
const MOST_CHARACTERS = 300;

/**
 * A cache of valid queries as instances of their classes. Reading and checking a query takes a tenth of the time of a list, and
 * clients repeat their queries. Whether a query is valid depends neither on the time nor on the caller.
 */
export class KnownQueries {
  private readonly byClass = new Map<Type<object>, Map<string, object>>();
  private count = 0;

  /** Frozen, because equal queries share it. @param given the parameters, each a text or a list of texts @param read makes the instance */
  async of<Query extends object>(
    type: Type<Query>,
    given: object,
    read: () => Promise<Query>,
  ): Promise<Query> {
    const text = JSON.stringify(given);
    const known = this.byClass.get(type)?.get(text);
    // An entry of a class is an instance of it.
    if (known !== undefined) return known as Query;
    const query = frozen(await read());
    if (text.length <= MOST_CHARACTERS) this.remember(type, text, query);
    return query;
  }

  private remember(type: Type<object>, text: string, query: object): void {
    if (this.count++ >= MOST) {
      this.byClass.clear();
      this.count = 1;
    }
    const ofClass = this.byClass.get(type) ?? new Map<string, object>();
    this.byClass.set(type, ofClass.set(text, query));
  }
}

function frozen<Query extends object>(query: Query): Query {
  for (const value of Object.values(query)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(query);
}
