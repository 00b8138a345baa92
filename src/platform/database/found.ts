import type { Type } from '@nestjs/common';
import type { EntityManager, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { NotFoundError } from '../errors/errors';

/** @param thing what is looked for: `service`, `API key` @throws NotFoundError when there is no row */
export function found<Row>(row: Row | null | undefined, thing: string): Row {
  if (row == null) throw new NotFoundError(thing);
  return row;
}

/** Locks a row, so that a concurrent change waits and then reads what this one has written. @throws NotFoundError */
export async function lockRow<Row extends ObjectLiteral>(
  tx: EntityManager,
  entity: Type<Row>,
  where: FindOptionsWhere<Row>,
  thing: string,
): Promise<Row> {
  const row = found(await tx.findOne(entity, { where, lock: { mode: 'for_no_key_update' } }), thing);
  // A statement that waits for a lock reads the new row, but what is computed from other tables as it was before.
  const { columns } = tx.dataSource.getMetadata(entity);
  if (!columns.some(({ isVirtualProperty }) => isVirtualProperty)) return row;
  return found(await tx.findOne(entity, { where }), thing);
}
