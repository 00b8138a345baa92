import type { EntityManager } from 'typeorm';
import { WaitlistService } from '../../booking/waitlist/waitlist.service';
import { BusinessHoursService } from '../../business/business-hours/business-hours.service';
import { CategoriesService } from '../../business/categories/categories.service';
import { LocationsService } from '../../business/locations/locations.service';
import { ProvidersService } from '../../business/providers/providers.service';
import { ResourcesService } from '../../business/resources/resources.service';
import { ServicesService } from '../../business/services/services.service';
import { SpecialHoursService } from '../../business/special-hours/special-hours.service';
import { TimeOffService } from '../../business/time-off/time-off.service';
import { Customer } from '../../people/customers/customer.entity';
import { CustomersService } from '../../people/customers/customers.service';
import type { Services } from '../../platform/cli/command-services';
import type { WriteContext } from '../../platform/database/write-context';
import { addDays } from '../../platform/time/local-date';
import { CATEGORIES, CUSTOMERS, LOCATIONS, mailbox, PROVIDERS, ROOMS, SERVICES } from './demo-business';
import { DemoRow } from './demo-row.entity';

/** The context of all writes of the demo, inside its transaction. */
export type DemoContext = WriteContext & { readonly transaction: EntityManager };

/** Adds who and what is booked through the services of the application, and records each row. */
export class DemoAddition {
  private readonly ids = new Map<string, number>();
  readonly customerIds: number[] = [];

  constructor(
    private readonly services: Services,
    private readonly context: DemoContext,
  ) {}

  idOf(name: string): number {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`the demo has no ${name}`);
    return id;
  }

  /** Does nothing when an earlier removal has kept the row, and so its record. */
  async record(resource: string, { id: resourceId }: { readonly id: number }): Promise<number> {
    const insertion = this.context.transaction.createQueryBuilder().insert().into(DemoRow);
    await insertion.values({ resource, resourceId }).orIgnore().execute();
    return resourceId;
  }

  /** @param today `YYYY-MM-DD` */
  async run(today: string): Promise<void> {
    await this.add('locations', LOCATIONS, (body) =>
      this.services.get(LocationsService).create(this.context, body),
    );
    await this.add('categories', CATEGORIES, (body) =>
      this.services.get(CategoriesService).create(this.context, body),
    );
    await this.addServices();
    await this.addProviders();
    await this.addCustomers();
    await this.addAbsences(today);
    // Ana works on no Sunday, so no offer ends the wait.
    await this.services.get(WaitlistService).add(this.context, {
      ...{ serviceId: this.idOf('Haircut'), providerId: this.idOf('Ana Silva'), weekdays: ['sunday'] },
      ...{ customerId: this.customerIds[0], from: today, to: addDays(today, 60) },
    });
  }

  private async add<Body extends { readonly name: string }>(
    resource: string,
    bodies: readonly Body[],
    create: (body: Body) => Promise<{ readonly id: number }>,
  ): Promise<void> {
    for (const body of bodies) this.ids.set(body.name, await this.record(resource, await create(body)));
  }

  /** Until providers list it, none offers a service: providers who have no list never do. */
  private async addServices(): Promise<void> {
    const locationId = this.idOf(LOCATIONS[1].name);
    await this.add('resources', ROOMS, (body) =>
      this.services.get(ResourcesService).create(this.context, { ...body, locationId }),
    );
    await this.add('services', SERVICES, ({ category, ...body }) => {
      const others = { categoryId: this.idOf(category), providerIds: [] };
      return this.services.get(ServicesService).create(this.context, { ...body, ...others });
    });
  }

  /** The hours of the business bound every schedule. Where it opens at another time of the day, providers work in its own hours. */
  private async addProviders(): Promise<void> {
    const { workStartMin, workEndMin } = await this.services.get(BusinessHoursService).get();
    const isOpenAtNoon = workStartMin <= 11 * 60 && workEndMin >= 15 * 60;
    await this.add('providers', PROVIDERS, ({ name, schedule, services }) =>
      this.services.get(ProvidersService).create(this.context, {
        ...{ name, email: mailbox(name.replace(/ .*/, '').toLowerCase()) },
        ...{ schedule: isOpenAtNoon ? schedule : [], serviceIds: services.map((each) => this.idOf(each)) },
      }),
    );
  }

  /** A customer whom an earlier removal has kept, because others have booked for it, comes here again. */
  private async addCustomers(): Promise<void> {
    const customers = this.services.get(CustomersService);
    for (const body of CUSTOMERS) {
      const kept = await this.context.transaction.findOneBy(Customer, { email: body.email });
      this.customerIds.push(
        await this.record('customers', kept ?? (await customers.create(this.context, body))),
      );
    }
  }

  private async addAbsences(today: string): Promise<void> {
    const [providerId, resourceId] = [this.idOf('Jonas Weiß'), this.idOf('Treatment room 1')];
    const timeOff = this.services.get(TimeOffService);
    const daysOff = (after: number, days: number, reason: string) => ({
      ...{ start: addDays(today, after), end: addDays(today, after + days - 1), reason },
    });
    await timeOff.create(this.context, { providerId }, daysOff(5, 2, 'Long weekend'));
    await timeOff.create(this.context, { resourceId }, daysOff(3, 5, 'The walls are painted'));
    const sunday = addDays(today, 14 - new Date(today).getUTCDay());
    const hours = [{ start: '10:00', end: '16:00' }];
    const special = { hours, note: 'Open on a Sunday' };
    await this.services.get(SpecialHoursService).set(this.context, providerId, sunday, special);
  }
}
