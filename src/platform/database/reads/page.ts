import { ValidationError } from '../../errors/errors';
import { boundedJson } from '../../values/bounded-json';

/** One page of a list. `KnownReads` repeats it, so it keeps the responses and the JSON that were made of it. */
export class Page<T> {
  private written: string | undefined;
  private mapped:
    | { readonly page: unknown; readonly by: unknown; readonly context: string; readonly more: unknown }
    | undefined;

  constructor(
    readonly items: readonly T[],
    /** The number of items on all pages. */
    readonly total: number,
    readonly page: number,
    readonly perPage: number,
    /** The sort in force, such as `start:asc`. */
    readonly sort: string,
    /** Set when there are more items than `total`, and they were not counted. */
    readonly totalIs?: 'at least',
  ) {}

  /** @param context such as the zone in which instants are written @param more what else it depends on */
  map<U, C extends string, More>(
    transform: (item: T, context: C, more?: More) => U,
    context: C,
    more?: More,
  ): Page<U> {
    const known = this.mapped;
    if (known?.by === transform && known.context === context && known.more === more)
      return known.page as Page<U>; // What `transform` made.
    const mapped = this.with(this.items.map((item) => transform(item, context, more)));
    this.mapped = { page: mapped, by: transform, context, more };
    return mapped;
  }

  /** The same page with other items. */
  with<U>(items: readonly U[]): Page<U> {
    return new Page(items, this.total, this.page, this.perPage, this.sort, this.totalIs);
  }

  /** The items as JSON. @throws ValidationError of `length` when they are too many for an answer */
  get json(): string {
    return (this.written ??= boundedJson(this.items, pageTooLarge));
  }
}

/** Pages are counted in items, so a page cannot end earlier: the next one would begin with other items. */
export function pageTooLarge(): ValidationError {
  return new ValidationError({ length: 'asks for an answer of more than 4 MB; ask for fewer' });
}
