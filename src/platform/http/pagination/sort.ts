import type { FieldType } from '../validation/field-type';

/** An order of a list: by one of its fields, up or down. Ties break on `id` ascending, nulls come last. */
export interface Sort<Name extends string = string> {
  readonly field: Name;
  readonly direction: 'asc' | 'desc';
}

/** The `sort` of a list over some fields: `field:asc`, `field:desc`, or `field` alone; snake_case names are understood. */
export function sortBy(fields: readonly string[]): FieldType {
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

/** How `meta.sort` says it. */
export function sortText({ field, direction }: Sort): string {
  return `${field}:${direction}`;
}

/**
 * The ORDER BY of a sort.
 * @param columns the SQL expression of each field; they are ours, never a caller's
 * @param id the expression of the id, which makes the order total
 */
export function orderBy<Name extends string>(
  sort: Sort<Name>,
  columns: Readonly<Record<Name, string>>,
  id: string,
): string {
  if (sort.field === 'id') return `${id} ${sort.direction}`;
  return `${columns[sort.field]} ${sort.direction} nulls last, ${id}`;
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
