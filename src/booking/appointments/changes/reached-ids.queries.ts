import { Injectable } from '@nestjs/common';
import { type NamedIds, ReachedIds } from '../../../platform/reached-ids';
import { Database, type Statement } from '../../../platform/database/database';
import type { Reach } from '../../../platform/restrictions';
import { andWithin } from '../../reach';

/** Finds out which customers and appointments that a request names belong to a narrowed key. */
@Injectable()
export class ReachedIdsQueries extends ReachedIds {
  constructor(private readonly database: Database) {
    super();
  }

  async among(reach: Reach, named: NamedIds): Promise<NamedIds> {
    const { customerId, excludeAppointmentId } = named;
    if (customerId === undefined && excludeAppointmentId === undefined) return {};
    const { statement, values } = reachedWithin(reach);
    const found = await this.database.one<{ customer: boolean; appointment: boolean }>(statement, [
      customerId ?? null,
      excludeAppointmentId ?? null,
      ...values,
    ]);
    return {
      customerId: found.customer ? customerId : undefined,
      excludeAppointmentId: found.appointment ? excludeAppointmentId : undefined,
    };
  }
}

function reachedWithin(reach: Reach): { readonly statement: Statement; readonly values: readonly unknown[] } {
  const taken = andWithin(reach, 'taken', { alias: 'a', first: 3 });
  const waiting = andWithin(reach, 'given', { alias: 'w', first: 3 });
  const text = `
    select exists (select from appointments a where a.customer_id = $1${taken.sql})
        or exists (select from waitlist_entries w where w.customer_id = $1${waiting.sql}) as customer,
      exists (select from appointments a where a.id = $2${taken.sql}) as appointment`;
  return { statement: { name: `reached-ids${taken.name}`, text }, values: taken.values };
}
