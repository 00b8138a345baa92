import { Inject, Injectable } from '@nestjs/common';
import type { Interval } from '../../../platform/time/interval';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { type AppointmentFilters, asShown, whereOf } from './appointment-filters';
import { BY_START, orderOf } from './appointment-order';
import { ToldGuests } from '../../guests/told-guests';
import { type AppointmentRow, selectRows, type ToldAppointment } from '../../diary/rows/appointment-row';
import { OCCUPYING, type PaymentStatus, type Status } from '../../appointment-status';
import { countQuery } from './count-query';
import { spansAround } from '../../../platform/time/calendar-spans';

/** The number of appointments with one pair of statuses, and the sum of their prices. */
export interface StateTotals {
  readonly status: Status;
  readonly payment_status: PaymentStatus;
  readonly total: number;
  /** The sum of the prices, in hundredths. */
  readonly cents: number;
  /** The part of `total` that starts now or later, today, this week, this month. */
  readonly ahead: number;
  readonly today: number;
  readonly this_week: number;
  readonly this_month: number;
}

/** Numbers about appointments, and the first that is ahead. */
export interface Summary {
  readonly tallies: readonly StateTotals[];
  readonly next: ToldAppointment | undefined;
}

export interface FilterOption {
  readonly id: number;
  readonly name: string;
}

export interface FilterOptions {
  readonly providers: readonly FilterOption[];
  readonly services: readonly FilterOption[];
  readonly locations: readonly FilterOption[];
}

const named = (id: string, name: string) =>
  `coalesce(json_agg(json_build_object('id', ${id}, 'name', ${name}) order by ${name}, ${id}), '[]')`;

/** Deactivated providers are included, because their appointments are still listed. */
const OPTIONS = {
  name: 'appointments.options',
  text: `
    select (select ${named('p.id', 'u.name')} from providers p join users u on u.id = p.id) as providers,
      (select ${named('s.id', 's.name')} from services s where s.deleted_at is null) as services,
      (select ${named('l.id', 'l.name')} from locations l) as locations`,
};

@Injectable()
export class AppointmentReports {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly guests: ToldGuests,
  ) {}

  async summary(asked: AppointmentFilters): Promise<Summary> {
    const filters = asShown(asked);
    const [tallies, next] = await Promise.all([this.totalsByState(filters), this.next(filters)]);
    return { tallies, next };
  }

  /** The totals of each pair of statuses that occurs, in all and in each span. Days are days of the business's calendar. */
  private async totalsByState(filters: AppointmentFilters): Promise<StateTotals[]> {
    const now = this.clock.now();
    const { today, thisWeek, thisMonth } = spansAround(now, this.config.businessTimeZone);
    const spans = { total: {}, ahead: { start: now }, today, this_week: thisWeek, this_month: thisMonth };
    const values: unknown[] = [];
    const shapes: string[] = [];
    const parts = Object.entries(spans).map(([span, interval]) => {
      const tallies = countQuery(cut(filters, interval), 'states', values.length + 1);
      values.push(...tallies.values);
      shapes.push(tallies.shape);
      const cents = span === 'total' ? 'sum(cents)' : '0';
      return `
        select '${span}' as span, status, payment_status, sum(total) as total, ${cents} as cents
        from (${tallies.sql}) ${span} group by status, payment_status`;
    });
    const text = `
      select status, payment_status,
        ${Object.keys(spans)
          .map((span) => `coalesce(sum(total) filter (where span = '${span}'), 0)::int as ${span}`)
          .join(', ')},
        coalesce(sum(cents) filter (where span = 'total'), 0)::float8 as cents
      from (${parts.join(' union all ')}) tallies group by status, payment_status`;
    return this.database.rows({ name: `appointments.tallies.${shapes.join('.')}`, text }, values);
  }

  /** The number of appointments with each status that occurs. */
  counts(filters: AppointmentFilters): Promise<{ status: Status; total: number }[]> {
    const { sql, shape, values } = countQuery(asShown(filters), 'states');
    const text = `select status, sum(total)::int as total from (${sql}) tallies group by status`;
    return this.database.rows({ name: `appointments.counts.${shape}`, text }, values);
  }

  /** The first occupying appointment that starts now or later. */
  private async next(filters: AppointmentFilters): Promise<ToldAppointment | undefined> {
    const from = new Date(Math.max(this.clock.now(), filters.from?.getTime() ?? 0));
    const { name, from: relation, sql, values } = whereOf({ ...filters, from, statuses: OCCUPYING });
    const text = `${selectRows(relation)} where ${sql} order by ${orderOf(BY_START, 'a')} limit 1`;
    const statement = { name: `appointments.next.${name}`, text };
    const rows = await this.database.rows<AppointmentRow>(statement, values);
    const [next] = await this.guests.tell(filters, 'appointments', rows);
    return next;
  }

  options(): Promise<FilterOptions> {
    return this.database.one(OPTIONS, []);
  }
}

/** The filters with their range cut to a span in epoch ms. */
function cut(filters: AppointmentFilters, { start, end }: Partial<Interval>): AppointmentFilters {
  const from =
    start === undefined ? filters.from : new Date(Math.max(start, filters.from?.getTime() ?? start));
  const to = end === undefined ? filters.to : new Date(Math.min(end, filters.to?.getTime() ?? end));
  return { ...filters, from, to };
}
