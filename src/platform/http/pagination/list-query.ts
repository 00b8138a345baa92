import type { FieldType } from '../validation/field-type';
import { faultOfWords } from '../../database/reads/search-words';
import { DEFAULT_LENGTH, MAX_LENGTH } from '../../database/reads/page-window';
import { freeText } from '../validation/text-types';
import { queryInteger } from '../validation/query-types';
import { InputOf, optional } from '../validation/members';

const MAX_QUERY = 200;

/** The shared `page` and `length` of every list (docs/reference/conventions.md). */
export class PageQuery extends InputOf({
  page: optional(queryInteger(1, 2_147_483_647), { default: 1, description: 'Page, counted from 1' }),
  length: optional(pageLength(), {
    default: DEFAULT_LENGTH,
    description: 'Entries on a page, up to 100',
  }),
}) {}

interface SearchOptions {
  /** The number of words that may be searched without an index, where each costs a scan of a large table. */
  readonly maxUnindexed?: number;
}

/** The type of the shared `q` parameter: every word of it must be found. */
export function searchText({ maxUnindexed = Infinity }: SearchOptions = {}): FieldType<string> {
  const type = freeText(MAX_QUERY);
  return {
    ...type,
    fault: (value) =>
      type.fault(value) ?? (typeof value === 'string' ? faultOfWords(value, maxUnindexed) : undefined),
  };
}

// The document names the cap as the maximum, so that generated clients stay below it; the API accepts more and caps it.
function pageLength(): FieldType<number> {
  return {
    ...queryInteger(1, Number.MAX_SAFE_INTEGER),
    schema: { type: 'integer', minimum: 1, maximum: MAX_LENGTH },
  };
}
