import { Injectable } from '@nestjs/common';
import { VisibleCustomers } from '../../../people/customers/visible-customers';
import { Database } from '../../../platform/database/database';
import { joinClauses } from '../../../platform/database/reads/clause';
import { type NamedIds, ReachedIds } from '../../../platform/reached-ids';
import type { Reach } from '../../../platform/restrictions';
import { andWithin } from '../../reach';

/** Finds out which customers and appointments that a request names belong to a narrowed key. */
@Injectable()
export class ReachedIdsQueries extends ReachedIds {
  constructor(
    private readonly database: Database,
    private readonly customers: VisibleCustomers,
  ) {
    super();
  }

  async among(reach: Reach, { customers = [], appointments = [] }: NamedIds): Promise<NamedIds> {
    if (customers.length === 0 && appointments.length === 0) return { customers, appointments };
    const customer = joinClauses(this.customers.clauses(reach), 3);
    const appointment = andWithin(reach, 'any', { alias: 'a', first: 3 + customer.values.length });
    const statement = {
      name: `reached-ids.${customer.name}${appointment.name}`,
      text: `
        select array(select t.id from customers t where t.id = any ($1::int[]) and ${customer.sql}) as customers,
          array(select a.id from appointments a where a.id = any ($2::int[])${appointment.sql}) as appointments`,
    };
    const values = [customers, appointments, ...customer.values, ...appointment.values];
    return this.database.one<Record<'customers' | 'appointments', readonly number[]>>(statement, values);
  }
}
