import type { FieldType } from './field-type';
import { flag, id, integer } from './number-types';

/** An integer written as text, as in a query string. */
export function queryInteger(min: number, max: number): FieldType {
  return fromText(integer(min, max), /^-?\d{1,15}$/, Number);
}

/** An id written as text. */
export function queryId(): FieldType {
  return fromText(id(), /^\d{1,15}$/, Number);
}

/** A boolean written as text: `true`, `false`, `1` or `0` (docs/interface.md, Conventions). */
export function queryFlag(): FieldType {
  return {
    ...fromText(flag(), /^(true|false|1|0)$/, (text) => text === 'true' || text === '1'),
    fault: (value) => (typeof value === 'boolean' ? undefined : 'must be true, false, 1 or 0'),
  };
}

/** A comma-separated list of words from a closed set; an array without duplicates once cleaned. */
export function queryWords(allowed: readonly string[]): FieldType {
  const word = `(${allowed.map((each) => each.replaceAll(/[.*]/g, '\\$&')).join('|')})`;
  return {
    schema: { type: 'string', pattern: `^${word}(,${word})*$` },
    clean: (value) =>
      typeof value === 'string' ? [...new Set(value.split(',').map((word) => word.trim()))] : value,
    fault: (value) =>
      Array.isArray(value) && value.every((word) => typeof word === 'string' && allowed.includes(word))
        ? undefined
        : `must be a comma-separated list of ${allowed.join(', ')}`,
  };
}

function fromText(type: FieldType, shape: RegExp, parse: (text: string) => unknown): FieldType {
  return {
    ...type,
    clean: (value) => (typeof value === 'string' && shape.test(value) ? parse(value) : value),
  };
}
