import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { WaitlistService } from '../../booking/waitlist/waitlist.service';
import { BusinessHoursService } from '../../business/business-hours/business-hours.service';
import { CategoriesService } from '../../business/categories/categories.service';
import { LocationsService } from '../../business/locations/locations.service';
import { ProvidersService } from '../../business/providers/providers.service';
import { ResourcesService } from '../../business/resources/resources.service';
import { ServicesService } from '../../business/services/services.service';
import { ofProvider, SpecialHoursService } from '../../business/special-hours/special-hours.service';
import { TimeOffService } from '../../business/time-off/time-off.service';
import { Customer } from '../../people/customers/customer.entity';
import { CustomersService } from '../../people/customers/customers.service';
import type { Services } from '../../platform/cli/command-services';
import type { WriteContext } from '../../platform/database/write-context';
import { addDays, getDay, weekdayOf } from '../../platform/time/local-date';
import DEMO from './demo.json';
import { DemoRow } from './demo-row.entity';

/** The context of all writes of the demo, inside its transaction. */
export type DemoContext = WriteContext & { readonly transaction: EntityManager };

/** The bodies of the requests that would create the customers. There are no addresses below `.invalid` (RFC 6761), and the service sends nothing to them. */
export const CUSTOMERS = DEMO.customers.map((name, index) => ({
  name,
  email: `customer${index + 1}@demo.invalid`,
  // The German regulator reserves these numbers for fiction.
  phone: index % 5 === 4 ? null : `+49 30 23125 ${200 + index}`,
  notes: index % 7 === 1 ? 'Allergic to almond oil' : null,
  metadata: { crmId: `C-${1_000 + index}` },
}));

/** A service that writes the rows of one table. */
type Creator = Type<{ create(context: WriteContext, body: never): Promise<{ readonly id: number }> }>;

/**
 * Adds who and what is booked through the services of the application, and records each row. In the bodies of demo.json, `@` stands before
 * the name of a row whose id is meant, and dates count from today, from Monday or from the Sunday before.
 */
export class DemoAddition {
  private readonly ids = new Map<string, number>();
  private readonly dates: ReadonlyMap<string, string>;

  /** @param today `YYYY-MM-DD` */
  constructor(
    private readonly services: Services,
    private readonly context: DemoContext,
    today: string,
  ) {
    const weekday = weekdayOf(getDay(today));
    this.dates = new Map([
      ['today', today],
      ['monday', addDays(today, -weekday)],
      ['sunday', addDays(today, -((weekday + 1) % 7))],
    ]);
  }

  idOf(name: string): number {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`the demo has no ${name}`);
    return id;
  }

  /** Does nothing when an earlier removal has kept the row, and so its record. */
  async record(resource: string, resourceId: number): Promise<void> {
    const insertion = this.context.transaction.createQueryBuilder().insert().into(DemoRow);
    await insertion.values({ resource, resourceId }).orIgnore().execute();
  }

  async run(): Promise<void> {
    const { services, context } = this;
    await this.add('locations', LocationsService, DEMO.locations);
    await this.add('categories', CategoriesService, DEMO.categories);
    await this.add('resources', ResourcesService, DEMO.resources);
    // Until providers list it, none offers a service: providers who have no list never do.
    await this.add('services', ServicesService, DEMO.services);
    await this.add('providers', ProvidersService, await this.providers());
    for (const { service, body } of DEMO.changes)
      await services.get(ServicesService).change(context, this.body(service), this.body(body));
    await this.addCustomers();
    for (const { owner, body } of DEMO.absences)
      await services.get(TimeOffService).create(context, this.body(owner), this.body(body));
    const { providerId, date, body } = DEMO.specialHours;
    const owner = ofProvider(this.body(providerId));
    await services.get(SpecialHoursService).set(context, owner, this.body(date), this.body(body));
    // Ines works on no Sunday, so no offer ends the wait.
    await services.get(WaitlistService).add(context, this.body(DEMO.wait));
  }

  /** The hours of the business bound every schedule. Where it opens at another time of the day, providers work in its own hours. */
  private async providers() {
    const { workStartMin, workEndMin } = await this.services.get(BusinessHoursService).get();
    const isOpenAtNoon = workStartMin <= 11 * 60 && workEndMin >= 15 * 60;
    return DEMO.providers.map(({ shifts, ...provider }) => ({
      ...provider,
      schedule: shifts
        .filter(() => isOpenAtNoon)
        .flatMap(({ days, ...shift }) => days.map((day) => ({ day, ...shift }))),
    }));
  }

  /** A customer whom an earlier removal has kept, because others have booked for it, comes here again. */
  private async addCustomers(): Promise<void> {
    for (const customer of CUSTOMERS) {
      const kept = await this.context.transaction.findOneBy(Customer, { email: customer.email });
      if (kept === null) await this.add('customers', CustomersService, [customer]);
      else this.ids.set(customer.name, kept.id);
    }
  }

  private async add(
    table: string,
    service: Creator,
    bodies: readonly { readonly name: string }[],
  ): Promise<void> {
    for (const body of bodies) {
      const { id } = await this.services.get(service).create(this.context, this.body(body));
      this.ids.set(body.name, id);
      await this.record(table, id);
    }
  }

  /** A body as a service takes it, which the compiler cannot tell of JSON. */
  private body(template: unknown): never {
    return JSON.parse(JSON.stringify(template), (_, value: unknown) =>
      typeof value === 'string' ? this.valueOf(value) : value,
    ) as never;
  }

  private valueOf(text: string): string | number {
    if (text.startsWith('@')) return this.idOf(text.slice(1));
    const [, name = '', days] = /^(\w+)([+-]\d+)$/.exec(text) ?? [];
    const date = this.dates.get(name);
    return date === undefined ? text : addDays(date, Number(days));
  }
}
