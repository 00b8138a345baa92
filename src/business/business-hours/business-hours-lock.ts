import type { EntityManager } from 'typeorm';
import { OpenTransaction } from '../../platform/database/open-transaction';
import { BusinessHours } from './business-hours.entity';

export const ONLY_ROW = 1;

/** Locks the hours of the business until the transaction ends, so that the writers of its hours queue up. One that only reads locks nothing. */
export function lockBusinessHours(tx: EntityManager): Promise<BusinessHours> {
  const lock = { mode: 'for_no_key_update' } as const;
  const { isReadOnly } = OpenTransaction.of(tx);
  return tx.findOneOrFail(BusinessHours, { where: { id: ONLY_ROW }, ...(!isReadOnly && { lock }) });
}
