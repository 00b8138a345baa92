import type { Answer, Call, Init, Operation, PathOf, Schemas } from './calls.js';

/** A page of any list: `meta` says how many there are. */
interface Page {
  readonly data: readonly unknown[];
  readonly meta: Pick<Schemas['PaginationMeta'], 'per_page' | 'total_pages' | 'total_is'>;
}

type Get<P extends PathOf<'get'>> = Operation<'get', P>;

/** The lists that have pages. */
export type PagedPath = {
  [P in PathOf<'get'>]: Answer<Get<P>> extends Page ? P : never;
}[PathOf<'get'>];

type Entry<P extends PagedPath> = Answer<Get<P>> extends { data: readonly (infer E)[] } ? E : never;

export type Pages = <P extends PagedPath>(
  path: P,
  init?: Init<Get<P>>,
) => AsyncGenerator<Answer<Get<P>>, void, undefined>;

export type Each = <P extends PagedPath>(
  path: P,
  init?: Init<Get<P>>,
) => AsyncGenerator<Entry<P>, void, undefined>;

/** As many entries as a page can have. */
const LENGTH = 100;

interface PageInit {
  readonly params?: { readonly query?: { readonly page?: number; readonly length?: number } };
}

export function pagesOf(call: Call<'get'>): Pages {
  const get = call as unknown as (path: string, init: PageInit) => Promise<Page>;
  const pages = async function* (path: string, init: PageInit = {}) {
    const query = { length: LENGTH, ...init.params?.query };
    for (let page = query.page ?? 1; ; page++) {
      const answer = await get(path, { ...init, params: { ...init.params, query: { ...query, page } } });
      yield answer;
      if (isLast(answer, page)) return;
    }
  };
  return pages as unknown as Pages;
}

export function eachOf(call: Call<'get'>): Each {
  const pages = pagesOf(call) as unknown as (path: string, init?: PageInit) => AsyncGenerator<Page>;
  const each = async function* (path: string, init?: PageInit) {
    for await (const { data } of pages(path, init)) yield* data;
  };
  return each as Each;
}

/** A total of `at least` so many says nothing of the pages behind: then the last one is the one that is not full. */
function isLast({ data, meta }: Page, page: number): boolean {
  return data.length < meta.per_page || (meta.total_is === undefined && page >= meta.total_pages);
}
