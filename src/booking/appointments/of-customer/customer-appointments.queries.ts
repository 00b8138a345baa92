import { Injectable } from '@nestjs/common';
import type { AppointmentFilters } from '../reading/appointment-filters';
import type { AppointmentSort } from '../reading/appointment-order';
import { AppointmentPages } from '../reading/appointment-pages.queries';
import type { ToldAppointment } from '../../diary/rows/appointment-row';
import { EXPECTED, isExpected, isOccupying } from '../../appointment-status';
import { Clock } from '../../../platform/clock';
import type { Page } from '../../../platform/database/reads/page';
import { found } from '../../../platform/database/found';
import type { PageQuery } from '../../../platform/http/pagination/list-query';
import { joinClauses } from '../../../platform/database/reads/clause';
import type { Reach } from '../../../platform/restrictions';
import { VisibleCustomers } from '../../../people/customers/visible-customers';
import { type AndWithin, andWithin } from '../../reach';
import { Database, type Statement } from '../../../platform/database/database';

/** Numbers about the appointments of a customer; null where there is no appointment. */
export interface CustomerStats {
  readonly total: number;
  readonly upcoming: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly no_show: number;
  readonly total_spent: number;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
  readonly favourite_provider_id: number | null;
  readonly favourite_service_id: number | null;
}

/** The details of a customer, and the provider and service of the last appointment. */
export interface CustomerAutofill {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly last_provider_id: number | null;
  readonly last_service_id: number | null;
}

const SOONEST_FIRST: AppointmentSort = { field: 'start', direction: 'asc' };
const NEWEST_FIRST: AppointmentSort = { field: 'start', direction: 'desc' };

const TAKES_PLACE = isOccupying('status');
/** The most frequent value of a column; of equally frequent ones the latest. */
const favourite = (column: string) =>
  `(select ${column} from own where ${TAKES_PLACE} group by ${column} order by count(*) desc, max(start_at) desc, ${column} limit 1)`;

const EXISTS = { name: 'customers.exists', text: 'select from customers where id = $1' };

/** @param within what a narrowed key sees, whose first value is $3 */
const statsOf = (within: AndWithin): Statement => ({
  name: `customers.stats${within.name}`,
  text: `
    with own as (select provider_id, service_id, status, payment_status, price, start_at from appointments where customer_id = $1${within.sql})
    select count(*)::int as total,
      count(*) filter (where ${isExpected('status')} and start_at >= $2)::int as upcoming,
      count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where status = 'no-show')::int as no_show,
      coalesce(sum(price) filter (where payment_status = 'paid'), 0)::float8 as total_spent,
      min(start_at) filter (where ${TAKES_PLACE}) as first_at,
      max(start_at) filter (where ${TAKES_PLACE}) as last_at,
      ${favourite('provider_id')} as favourite_provider_id,
      ${favourite('service_id')} as favourite_service_id
    from own
    having exists (select from customers where id = $1)`,
});

/** @param within as of `statsOf`, but from $2 on */
const autofillOf = (within: AndWithin): Statement => ({
  name: `customers.autofill${within.name}`,
  text: `
    select c.first_name, c.last_name, c.email, c.phone, c.address,
      last.provider_id as last_provider_id, last.service_id as last_service_id
    from customers c
    left join lateral (
      select provider_id, service_id from appointments
      where customer_id = c.id and ${TAKES_PLACE}${within.sql} order by start_at desc, id limit 1
    ) last on true
    where c.id = $1`,
});

@Injectable()
export class CustomerAppointments {
  constructor(
    private readonly database: Database,
    private readonly pages: AppointmentPages,
    private readonly visible: VisibleCustomers,
    private readonly clock: Clock,
  ) {}

  /** All appointments, newest first. @throws NotFoundError */
  all(id: number, window: PageQuery, reach?: Reach): Promise<Page<ToldAppointment>> {
    return this.page(id, window, NEWEST_FIRST, { reach });
  }

  /** The expected appointments that start now or later, soonest first. @throws NotFoundError */
  upcoming(id: number, window: PageQuery, reach?: Reach): Promise<Page<ToldAppointment>> {
    const from = new Date(this.clock.now());
    return this.page(id, window, SOONEST_FIRST, { from, statuses: EXPECTED, reach });
  }

  /** The appointments that have ended or are settled, newest first. @throws NotFoundError */
  history(id: number, window: PageQuery, reach?: Reach): Promise<Page<ToldAppointment>> {
    return this.page(id, window, NEWEST_FIRST, { overBy: new Date(this.clock.now()), reach });
  }

  /** @throws NotFoundError */
  async stats(id: number, reach?: Reach): Promise<CustomerStats> {
    if (reach !== undefined) await this.assertFound(id, reach);
    const within = andWithin(reach, 'any', { alias: 'appointments', first: 3 });
    const values = [id, new Date(this.clock.now()), ...within.values];
    const [stats] = await this.database.rows<CustomerStats>(statsOf(within), values);
    return found(stats, 'customer');
  }

  /** @throws NotFoundError */
  async autofill(id: number, reach?: Reach): Promise<CustomerAutofill> {
    if (reach !== undefined) await this.assertFound(id, reach);
    const within = andWithin(reach, 'any', { alias: 'appointments', first: 2 });
    const [autofill] = await this.database.rows<CustomerAutofill>(autofillOf(within), [id, ...within.values]);
    return found(autofill, 'customer');
  }

  private async page(
    customerId: number,
    window: PageQuery,
    sort: AppointmentSort,
    filters: AppointmentFilters,
  ): Promise<Page<ToldAppointment>> {
    await this.assertFound(customerId, filters.reach);
    return this.pages.page({ filters: { ...filters, customerId }, window, sort });
  }

  /** @throws NotFoundError */
  private async assertFound(customerId: number, reach: Reach | undefined): Promise<void> {
    const { name, sql, values } = joinClauses(this.visible.clauses(reach), 2);
    const seen = {
      name: `customers.seen.${name}`,
      text: `select from customers t where t.id = $1 and ${sql}`,
    };
    const [known] = await this.database.rows(reach === undefined ? EXISTS : seen, [customerId, ...values]);
    found(known, 'customer');
  }
}
