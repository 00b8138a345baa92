import { Injectable } from '@nestjs/common';
import { CategoryRows } from './rows/category-rows';
import { AppointmentRows } from '../rows/appointment-rows';
import { CustomerRows } from '../rows/customer-rows';
import { ServiceRows } from '../rows/service-rows';
import { TimeOffRows } from '../rows/time-off-rows';
import { EasyClosures } from './easy-closures';
import { EasyLinks } from './easy-links';
import { EasyProviders } from './easy-providers';
import type { EasyRun } from './easy-run';
import { EasyTaking } from './easy-taking';
import { categoryIdIn, categoryOf, serviceOf } from '../../../../importers/easy-appointments/src/catalogue';
import { customerOf } from '../../../../importers/easy-appointments/src/people';
import { appointmentOf, timeOffOf, customerIdIn } from '../../../../importers/easy-appointments/src/times';
import type { EasyRow } from '../../../../importers/easy-appointments/src/row';

/** One collection of the API. */
export interface EasyStage {
  /** Its path. */
  readonly resource: string;
  /** How many rows are read at once, and share a transaction. */
  readonly length: number;
  readonly take: (run: EasyRun, rows: readonly EasyRow[]) => Promise<unknown>;
  /** Once all its pages are taken. */
  readonly end?: (run: EasyRun) => Promise<void>;
}

const PAGE = 250;
/** The server asks its database four times for each provider. */
const PAGE_OF_PROVIDERS = 25;

/** The collections in the order in which they name each other. */
@Injectable()
export class EasyStages {
  readonly all: readonly EasyStage[];

  constructor(
    private readonly taking: EasyTaking,
    private readonly categories: CategoryRows,
    private readonly services: ServiceRows,
    private readonly customers: CustomerRows,
    private readonly appointments: AppointmentRows,
    private readonly links: EasyLinks,
    private readonly timeOff: TimeOffRows,
    providers: EasyProviders,
    closures: EasyClosures,
  ) {
    this.all = [
      {
        resource: 'service_categories',
        length: PAGE,
        take: (run, rows) => this.taking.take(run, this.categories, 'category', rows, categoryOf),
      },
      { resource: 'services', length: PAGE, take: (run, rows) => this.takeServices(run, rows) },
      {
        resource: 'providers',
        length: PAGE_OF_PROVIDERS,
        take: (run, rows) => providers.take(run, rows),
        end: (run) => providers.end(run),
      },
      {
        resource: 'customers',
        length: PAGE,
        take: (run, rows) =>
          this.taking.take(run, this.customers, 'customer', rows, (row) =>
            customerOf(row, run.settings.fieldLabels),
          ),
      },
      { resource: 'appointments', length: PAGE, take: (run, rows) => this.takeAppointments(run, rows) },
      {
        resource: 'unavailabilities',
        length: PAGE,
        take: (run, rows) =>
          this.taking.take(run, this.timeOff, 'unavailability', rows, (row) => timeOffOf(row, run.clocks)),
      },
      { resource: 'blocked_periods', length: PAGE, take: (run, rows) => closures.take(run, rows) },
    ];
  }

  private async takeServices(run: EasyRun, rows: readonly EasyRow[]): Promise<void> {
    const categories = await this.taking.idsOf(
      run.job,
      'categories',
      rows.flatMap((row) => categoryIdIn(row) ?? []),
    );
    await this.taking.take(run, this.services, 'service', rows, (row) =>
      serviceOf(row, categories.get(categoryIdIn(row) ?? ''), run.settings),
    );
  }

  private async takeAppointments(run: EasyRun, rows: readonly EasyRow[]): Promise<void> {
    const outcomes = await this.taking.take(run, this.appointments, 'appointment', rows, (row) =>
      appointmentOf(row, run.clocks, run.statuses),
    );
    const customers = await this.taking.idsOf(
      run.job,
      'customers',
      rows.flatMap((row) => customerIdIn(row) ?? []),
    );
    await this.links.remember(run.job, rows, outcomes, customers);
  }
}
