/** A success answer with members of `meta` beside its `data`. What is none of these classes is the `data` itself. */
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

/** One resource, whole; its answer carries an `ETag`. */
export class ResourceReply<T> {
  constructor(
    readonly data: T,
    /** State that the `ETag` covers and the answer does not show, such as a digest of a secret. */
    readonly hiddenState = '',
  ) {}
}

/** What was put into its envelope before. */
export class Enveloped {
  constructor(readonly envelope: object) {}
}

/**
 * The success envelope of what a handler returned (interface, "SuccessEnvelope").
 * @param now epoch ms
 */
export function envelopeOf(result: unknown, now: number): object {
  if (result instanceof ResourceReply) return { data: result.data as unknown };
  if (result instanceof Page) return { data: result.items, meta: paginationMeta(result, now) };
  if (result instanceof Reply) return { data: result.data as unknown, meta: result.meta as object };
  return result instanceof Enveloped ? result.envelope : { data: result };
}

function paginationMeta(page: Page<unknown>, now: number) {
  return {
    page: page.page,
    per_page: page.perPage,
    total: page.total,
    total_pages: Math.ceil(page.total / page.perPage),
    sort: page.sort,
    timestamp: new Date(now).toISOString(),
  };
}
