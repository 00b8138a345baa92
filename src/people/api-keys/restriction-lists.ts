import { isOrigin } from '../../platform/config/origins';
import { HIDEABLE } from '../../platform/restrictions';
import type { FieldType } from '../../platform/http/validation/field-type';
import { VISITOR_SEGMENTS } from '../../platform/openapi/sections';
import { queryId } from '../../platform/http/validation/query-types';

/** The most entries of one list of a key. */
export const MAX_ENTRIES = 50;

/** The most requests per window, as for RATE_LIMIT. */
export const MAX_RATE = 1_000_000;

/** What a browser key may be able to do: what a visitor of a page does. */
const BROWSER_SCOPES = [...VISITOR_SEGMENTS.map((segment) => `${segment}:read`), 'appointments:book'];

/** The comma-separated groups of members that a key hides. */
export function hiddenList(): FieldType {
  return commaList(
    (entry) => (HIDEABLE as readonly unknown[]).includes(entry),
    `is no group that can be hidden; these are ${HIDEABLE.join(' and ')}`,
  );
}

/** Comma-separated ids; numbers once cleaned. */
export function idList(): FieldType<number[]> {
  const id = queryId('any');
  return commaList((entry) => id.fault(entry) === undefined, 'is no id', id.clean) as FieldType<number[]>;
}

/** Comma-separated origins of pages, such as `https://salon.example`, as browsers serialize them (RFC 6454, 6.2). */
export function originList(): FieldType {
  return commaList(
    (entry) => typeof entry === 'string' && isOrigin(entry),
    'is no origin such as https://salon.example',
  );
}

/** An origin of a page. */
export function origin(): FieldType<string> {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && isOrigin(value)
        ? undefined
        : 'must have origins such as https://salon.example alone',
  };
}

/** The first scope that a browser key cannot have. */
export function notForBrowsers(scopes: readonly string[]): string | undefined {
  return scopes.find((scope) => !BROWSER_SCOPES.includes(scope));
}

export const SCOPES_OF_BROWSERS = BROWSER_SCOPES.join(', ');

/** @param fault follows an entry that is wrong @param read what an entry becomes */
function commaList(
  isValid: (entry: unknown) => boolean,
  fault: string,
  read: (entry: string) => unknown = (entry) => entry,
): FieldType {
  return {
    schema: { type: 'string' },
    clean: (value) =>
      typeof value === 'string'
        ? [...new Set(value.split(',').map((entry) => entry.trim()))].map(read)
        : value,
    fault: (value) => {
      const entries = (Array.isArray(value) ? value : [value]) as string[];
      const wrong = entries.find((entry) => !isValid(entry));
      if (wrong !== undefined) return `has ${wrong}, which ${fault}`;
      return entries.length > MAX_ENTRIES ? `must have at most ${MAX_ENTRIES} entries` : undefined;
    },
  };
}
