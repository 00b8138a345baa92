import { Injectable } from '@nestjs/common';
import type { AppointmentFilters } from '../reading/appointment-filters';
import type { AppointmentSort } from '../reading/appointment-order';
import { AppointmentPages } from '../reading/appointment-pages.queries';
import type { AppointmentRow } from '../appointment-row';
import { EXPECTED, isExpected, isOccupying } from '../../appointment-status';
import { Clock } from '../../../platform/clock';
import type { Page } from '../../../platform/database/reads/page';
import { found } from '../../../platform/database/found';
import type { PageQuery } from '../../../platform/http/pagination/list-query';
import { Database } from '../../../platform/database/database';

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

const STATS = {
  name: 'customers.stats',
  text: `
    with own as (select provider_id, service_id, status, payment_status, price, start_at from appointments where customer_id = $1)
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
};

const AUTOFILL = {
  name: 'customers.autofill',
  text: `
    select c.first_name, c.last_name, c.email, c.phone, c.address,
      last.provider_id as last_provider_id, last.service_id as last_service_id
    from customers c
    left join lateral (
      select provider_id, service_id from appointments
      where customer_id = c.id and ${TAKES_PLACE} order by start_at desc, id limit 1
    ) last on true
    where c.id = $1`,
};

@Injectable()
export class CustomerAppointments {
  constructor(
    private readonly database: Database,
    private readonly pages: AppointmentPages,
    private readonly clock: Clock,
  ) {}

  /** All appointments, newest first. @throws NotFoundError */
  all(id: number, window: PageQuery): Promise<Page<AppointmentRow>> {
    return this.page(id, window, NEWEST_FIRST, {});
  }

  /** The expected appointments that start now or later, soonest first. @throws NotFoundError */
  upcoming(id: number, window: PageQuery): Promise<Page<AppointmentRow>> {
    const from = new Date(this.clock.now());
    return this.page(id, window, SOONEST_FIRST, { from, statuses: EXPECTED });
  }

  /** The appointments that have ended or are settled, newest first. @throws NotFoundError */
  history(id: number, window: PageQuery): Promise<Page<AppointmentRow>> {
    return this.page(id, window, NEWEST_FIRST, { overBy: new Date(this.clock.now()) });
  }

  /** @throws NotFoundError */
  async stats(id: number): Promise<CustomerStats> {
    const [stats] = await this.database.rows<CustomerStats>(STATS, [id, new Date(this.clock.now())]);
    return found(stats, 'customer');
  }

  /** @throws NotFoundError */
  async autofill(id: number): Promise<CustomerAutofill> {
    const [autofill] = await this.database.rows<CustomerAutofill>(AUTOFILL, [id]);
    return found(autofill, 'customer');
  }

  private async page(
    customerId: number,
    window: PageQuery,
    sort: AppointmentSort,
    filters: AppointmentFilters,
  ): Promise<Page<AppointmentRow>> {
    const [known] = await this.database.rows(EXISTS, [customerId]);
    found(known, 'customer');
    return this.pages.page({ filters: { ...filters, customerId }, window, sort });
  }
}
