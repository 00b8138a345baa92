import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { type AppointmentFilters, conditionsOf } from './appointment-filters';
import { BY_START, orderOf } from './appointment-order';
import { type AppointmentRow, SELECT_APPOINTMENTS } from './appointment-row';
import { OCCUPYING, type PaymentStatus, type Status } from './appointment.entity';
import { spansAround } from './calendar-spans';

/** How many appointments are in one pair of states, and what they come to. */
export interface AppointmentTally {
  readonly status: Status;
  readonly payment_status: PaymentStatus;
  readonly total: number;
  /** Sum of the prices, in hundredths. */
  readonly cents: number;
  /** Of `total`, those that start now or later, today, and so on. */
  readonly ahead: number;
  readonly today: number;
  readonly this_week: number;
  readonly this_month: number;
}

/** One of the things that a list can be narrowed to. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface FilterOptions {
  readonly providers: readonly Named[];
  readonly services: readonly Named[];
  readonly locations: readonly Named[];
}

const named = (id: string, name: string) =>
  `coalesce(json_agg(json_build_object('id', ${id}, 'name', ${name}) order by ${name}, ${id}), '[]')`;

/** Deactivated providers are in it: their appointments are still there. */
const OPTIONS = {
  name: 'appointments.options',
  text: `
    select (select ${named('p.id', 'u.name')} from providers p join users u on u.id = p.id) as providers,
      (select ${named('s.id', 's.name')} from services s where s.deleted_at is null) as services,
      (select ${named('l.id', 'l.name')} from locations l) as locations`,
};

/** Reads what there is to say about many appointments together. */
@Injectable()
export class AppointmentReports {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** One tally for each pair of states that occurs. Days are those of the business's calendar. */
  tallies(filters: AppointmentFilters): Promise<AppointmentTally[]> {
    const now = this.clock.now();
    const { letters, clauses, values } = conditionsOf(filters);
    const { today, thisWeek, thisMonth } = spansAround(now, this.config.businessTimeZone);
    const spans = [today, thisWeek, thisMonth].flatMap(({ start, end }) => [start, end]);
    const instants = [now, ...spans].map((instant) => new Date(instant));
    const param = (index: number) => `$${values.length + index}`;
    const within = (index: number) =>
      `count(*) filter (where a.start_at >= ${param(index)} and a.start_at < ${param(index + 1)})::int`;
    const text = `
      select a.status, a.payment_status, count(*)::int as total, coalesce(sum(a.price) * 100, 0)::float8 as cents,
        count(*) filter (where a.start_at >= ${param(1)})::int as ahead,
        ${within(2)} as today, ${within(4)} as this_week, ${within(6)} as this_month
      from appointments a where ${clauses.join(' and ')}
      group by a.status, a.payment_status`;
    return this.database.rows({ name: `appointments.tallies.${letters}`, text }, [...values, ...instants]);
  }

  /** How many there are in each state that occurs. */
  counts(filters: AppointmentFilters): Promise<{ status: Status; total: number }[]> {
    const { letters, clauses, values } = conditionsOf(filters);
    const text = `select a.status, count(*)::int as total from appointments a where ${clauses.join(' and ')} group by a.status`;
    return this.database.rows({ name: `appointments.counts.${letters}`, text }, values);
  }

  /** The first one from now on that occupies its time. */
  async next(filters: AppointmentFilters): Promise<AppointmentRow | undefined> {
    const from = new Date(Math.max(this.clock.now(), filters.from?.getTime() ?? 0));
    const { letters, clauses, values } = conditionsOf({ ...filters, from, statuses: OCCUPYING });
    const text = `${SELECT_APPOINTMENTS} where ${clauses.join(' and ')} ${orderOf(BY_START, 'a')} limit 1`;
    const [row] = await this.database.rows<AppointmentRow>(
      { name: `appointments.next.${letters}`, text },
      values,
    );
    return row;
  }

  async options(): Promise<FilterOptions> {
    const [options] = await this.database.rows<FilterOptions>(OPTIONS, []);
    return options ?? { providers: [], services: [], locations: [] };
  }
}
