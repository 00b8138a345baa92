import { Reply } from '../../../platform/http/envelope/envelope';

/** The `meta` of an answer whose search stopped at its limit of work, before the horizon. */
export interface SearchMeta {
  readonly searchedUntil: string;
}

export const SEARCH_META = {
  searchedUntil: {
    type: 'string',
    format: 'date-time',
    example: '2028-06-01T00:00:00Z',
    description:
      'Only when the search stopped before the horizon: there may be slots after this instant. Search on with it as `from`',
  },
} as const;

/** @param searchedUntil undefined: the search was complete, and `meta` is left out */
export function toSearchReply<T>(data: T, searchedUntil: string | undefined): T | Reply<T, SearchMeta> {
  return searchedUntil === undefined ? data : new Reply(data, { searchedUntil });
}
