import type { FieldType } from './field-type';

const MAX_ID = 2_147_483_647;

/** The number that a text is in plain decimal digits: without a sign, a leading zero, or any other notation. */
export function plainNumber(text: string): number | undefined {
  return /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : undefined;
}

/** A JSON integer from `min` to `max`. */
export function integer(min: number, max: number): FieldType<number> {
  return {
    schema: { type: 'integer', minimum: min, maximum: max },
    fault: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? undefined
        : `must be an integer from ${min} to ${max}`,
  };
}

/** The id of a resource in a body. The service checks that the resource exists. @param ids of which resource, in the plural */
export function id(ids: string): FieldType<number> {
  return {
    ids,
    schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
    fault: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
        ? undefined
        : 'must be the id of an existing one, a positive integer',
  };
}

/** An amount of money: not negative, at most two decimals, at most 99,999,999.99 (numeric(10,2)). */
export function price(): FieldType<number> {
  return {
    schema: { type: 'number', minimum: 0, maximum: 99_999_999.99 },
    fault: (value) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
      if (value < 0 || value > 99_999_999.99) return 'must be from 0 to 99999999.99';
      return Number(value.toFixed(2)) === value ? undefined : 'must have at most two decimals';
    },
  };
}

/** A JSON boolean. */
export function flag(): FieldType<boolean> {
  return {
    schema: { type: 'boolean' },
    fault: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  };
}
