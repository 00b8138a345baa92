import type { Page } from '../../database/reads/page';

/**
 * The reply of an operation decides the envelope of its answer (docs/reference/conventions.md):
 *
 * - `ResourceReply`: one whole resource, with an `ETag`
 * - `Page`: one page of a list, with the pagination members in `meta`
 * - `PreviewReply`: what a write would answer
 * - `WrittenReply`: data that its feature has written as JSON itself
 * - `Reply`: other data with members of `meta`
 * - anything else: the data itself, without `meta`
 */
export class Reply<T, Meta extends object> {
  constructor(
    readonly data: T,
    readonly meta: Meta,
  ) {}
}

/** One whole resource. The adapter computes its `ETag` from `data`. */
export class ResourceReply<T> {
  constructor(
    readonly data: T,
    /** State that the `ETag` covers and the answer does not show, such as a digest of a secret. */
    readonly hiddenState = '',
    /** Members of `meta`, which the `ETag` does not cover. */
    readonly meta?: object,
    /** The names of the members of `data` that are other resources; undefined: the request includes none. */
    readonly included?: readonly string[],
  ) {}
}

/** A resource of the members of a reply, such as one that was stored. */
export function resourceReplyOf({
  data,
  hiddenState,
  meta,
  included,
}: ResourceReply<unknown>): ResourceReply<unknown> {
  return new ResourceReply(data, hiddenState, meta, included);
}

/** What a write would have answered, had it not been a dry run: always as a 200. */
export class PreviewReply<T> {
  constructor(
    readonly data: T,
    readonly meta?: object,
  ) {}
}

/** Data of hundreds of entries, as JSON: a feature that knows their shape writes them in half the time of `JSON.stringify`. */
export class WrittenReply {
  constructor(readonly json: string) {}
}

/** An envelope that was stored for an `Idempotency-Key`. */
export class StoredReply {
  constructor(readonly envelope: Envelope) {}
}

/** The body of a success answer. */
export interface Envelope {
  readonly data: unknown;
  readonly meta?: object;
}

/** The success envelope of a reply, other than a page. */
export function envelopeOf(result: unknown): Envelope {
  if (result instanceof Reply) return { data: result.data as unknown, meta: result.meta as object };
  if (result instanceof ResourceReply || result instanceof PreviewReply) {
    const { data, meta } = result as PreviewReply<unknown>;
    return meta === undefined ? { data } : { data, meta };
  }
  return result instanceof StoredReply ? result.envelope : { data: result };
}

/** Adds the names that meant nothing to the handler. */
export function withIgnored({ data, meta }: Envelope, ignored: readonly string[]): Envelope {
  return { data, meta: { ...meta, ignored } };
}

/** The `meta` of a page. @param now epoch ms */
export function paginationMeta(page: Page<unknown>, now: number) {
  return {
    page: page.page,
    per_page: page.perPage,
    total: page.total,
    ...(page.totalIs !== undefined && { total_is: page.totalIs }),
    total_pages: Math.ceil(page.total / page.perPage),
    sort: page.sort,
    timestamp: new Date(now).toISOString(),
  };
}
