import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** The id of a row: an integer that PostgreSQL counts, unless the row is inserted with one. */
export function Id(table: string): PropertyDecorator {
  return PrimaryGeneratedColumn('identity', {
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: `${table}_pkey`,
  });
}

/** Texts of the integrators, by their keys. */
export function MetadataColumn(): PropertyDecorator {
  return Column('jsonb', { default: {} });
}

/** How often the link of the customer was ended: one more ends the link before. */
export function LinkCounterColumn(): PropertyDecorator {
  return Column('int', { default: 0 });
}

/** An amount of money with two decimals; null: there is none. */
export function MoneyColumn(): PropertyDecorator {
  return Column('numeric', { precision: 10, scale: 2, nullable: true, transformer: numeric });
}

/** Reads PostgreSQL's `numeric` as a number: a double is exact enough for amounts of money with two decimals. */
export const numeric = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};
