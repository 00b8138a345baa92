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

  async among(reach: Reach, { customerId, excludeAppointmentId }: NamedIds): Promise<NamedIds> {
    if (customerId === undefined && excludeAppointmentId === undefined) return {};
    const customer = joinClauses(this.customers.clauses(reach), 3);
    const appointment = andWithin(reach, 'taken', { alias: 'a', first: 3 + customer.values.length });
    const statement = {
      name: `reached-ids.${customer.name}${appointment.name}`,
      text: `
        select exists (select from customers t where t.id = $1 and ${customer.sql}) as "hasCustomer",
          exists (select from appointments a where a.id = $2${appointment.sql}) as "hasAppointment"`,
    };
    const ids = [customerId ?? null, excludeAppointmentId ?? null];
    const values = [...ids, ...customer.values, ...appointment.values];
    const found = await this.database.one<Record<'hasCustomer' | 'hasAppointment', boolean>>(
      statement,
      values,
    );
    return {
      customerId: found.hasCustomer ? customerId : undefined,
      excludeAppointmentId: found.hasAppointment ? excludeAppointmentId : undefined,
    };
  }
}
