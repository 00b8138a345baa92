/** A success answer with members of `meta` beside its `data`. What is no `Reply` is the `data` itself. */
export class Reply<T, Meta extends object> {
  constructor(
    readonly data: T,
    readonly meta: Meta,
  ) {}
}

/** One page of a list; becomes `data` and the PaginationMeta of the interface. */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    /** How many there are on all pages. */
    readonly total: number,
    readonly page: number,
    readonly perPage: number,
    /** The sort in force, such as `start:asc`. */
    readonly sort: string,
  ) {}

  map<U>(transform: (item: T) => U): Page<U> {
    return new Page(this.items.map(transform), this.total, this.page, this.perPage, this.sort);
  }
}
