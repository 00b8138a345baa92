import type { Sort } from '../../database/reads/order-by';
import type { FieldType } from '../validation/field-type';

/** The type of a `sort` parameter: `field:asc`, `field:desc`, or `field` alone, which means ascending; snake_case names are accepted. */
export function sortBy<Name extends string>(fields: readonly Name[]): FieldType<Sort<Name>> {
  return {
    schema: {
      type: 'string',
      pattern: `^(${fields.flatMap(spellings).join('|')})(:(asc|desc))?$`,
      example: `${fields[0] ?? ''}:desc`,
    },
    clean: (value) => (typeof value === 'string' ? (parse(value, fields) ?? value) : value),
    fault: (value) =>
      typeof value === 'object' && !Array.isArray(value)
        ? undefined
        : `must be one of ${fields.join(', ')}, followed by :asc or :desc`,
  };
}

function parse(text: string, fields: readonly string[]): Sort | undefined {
  const [name = '', direction = 'asc', ...rest] = text.split(':');
  const field = fields.find((candidate) => spellings(candidate).includes(name));
  if (field === undefined || rest.length > 0 || (direction !== 'asc' && direction !== 'desc'))
    return undefined;
  return { field, direction };
}

function spellings(name: string): string[] {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake === name ? [name] : [name, snake];
}
