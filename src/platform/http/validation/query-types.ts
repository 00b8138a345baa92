import type { FieldType } from './field-type';
import { flag, id, integer, plainNumber } from './number-types';
import { isUuid } from './text-types';

/** An integer that is not negative, written as text, as in a query string. */
export function queryInteger(min: number, max: number): FieldType<number> {
  return fromText(integer(min, max), plainNumber);
}

/** An id written as text. @param ids of which resource, in the plural */
export function queryId(ids: string): FieldType<number> {
  return fromText(id(ids), plainNumber);
}

/** An id written as text that is a number for most resources, and a UUID for holds; a text once cleaned. */
export function numberOrUuid(): FieldType<string> {
  return {
    schema: {
      type: 'string',
      pattern: '^([1-9][0-9]{0,9}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
    },
    clean: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    fault: (value) =>
      typeof value === 'string' && (/^[1-9][0-9]{0,9}$/.test(value) || isUuid(value))
        ? undefined
        : 'must be a number or a UUID',
  };
}

const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A boolean written as text: `true`, `false`, `1` or `0` (docs/reference/conventions.md). */
export function queryFlag(): FieldType<boolean> {
  return {
    ...fromText(flag(), (text) => FLAGS.get(text)),
    fault: (value) => (typeof value === 'boolean' ? undefined : 'must be true, false, 1 or 0'),
  };
}

/** A comma-separated list of words from a closed set; an array without duplicates once cleaned. */
export function queryWords<Word extends string>(allowed: readonly Word[]): FieldType<Word[]> {
  const word = `(${allowed.map((each) => each.replaceAll(/[.*]/g, '\\$&')).join('|')})`;
  return {
    schema: { type: 'string', pattern: `^${word}(,${word})*$` },
    clean: (value) =>
      typeof value === 'string' ? [...new Set(value.split(',').map((word) => word.trim()))] : value,
    fault: (value) =>
      Array.isArray(value) && value.every((word) => (allowed as readonly unknown[]).includes(word))
        ? undefined
        : `must be a comma-separated list of ${allowed.join(', ')}`,
  };
}

/** @param parse returns undefined for a text that is none */
function fromText<Value>(type: FieldType<Value>, parse: (text: string) => unknown): FieldType<Value> {
  return { ...type, clean: (value) => (typeof value === 'string' ? (parse(value) ?? value) : value) };
}
