import type { EntityManager } from 'typeorm';
import { BusinessHours } from './business-hours.entity';

export const ONLY_ROW = 1;

/** Locks the hours of the business until the transaction ends, so that the writers of its hours queue up. */
export function lockBusinessHours(tx: EntityManager): Promise<BusinessHours> {
  return tx.findOneOrFail(BusinessHours, { where: { id: ONLY_ROW }, lock: { mode: 'for_no_key_update' } });
}
