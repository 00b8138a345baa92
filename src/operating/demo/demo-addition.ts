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
import {
  CATEGORIES,
  CUSTOMERS,
  LOCATIONS,
  mailbox,
  PROVIDERS,
  ROOMS,
  SERVICES,
  type Shift,
  TEAMS,
  TERMS,
  TIMETABLES,
  ZONE,
} from './demo-business';
import { DemoRow } from './demo-row.entity';

/** The context of all writes of the demo, inside its transaction. */
export type DemoContext = WriteContext & { readonly transaction: EntityManager };

interface Created {
  readonly id: number;
}

/** A service that writes the rows of one table. */
type Creator<Body> = Type<{ create(context: WriteContext, body: Body): Promise<Created> }>;

/** Adds who and what is booked through the services of the application, and records each row. */
export class DemoAddition {
  private readonly ids = new Map<string, number>();

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
  async record(resource: string, { id: resourceId }: Created): Promise<void> {
    const insertion = this.context.transaction.createQueryBuilder().insert().into(DemoRow);
    await insertion.values({ resource, resourceId }).orIgnore().execute();
  }

  /** @param today `YYYY-MM-DD` */
  async run(today: string): Promise<void> {
    await this.add('locations', LocationsService, LOCATIONS);
    await this.add('categories', CategoriesService, CATEGORIES);
    const locationId = this.idOf('Studio Linde am Ufer');
    const rooms = ROOMS.map((room) => ({ ...room, locationId }));
    await this.add('resources', ResourcesService, rooms);
    const services = SERVICES.map(({ category, ...body }) => ({
      // Until providers list it, none offers a service: providers who have no list never do.
      ...{ ...body, categoryId: this.idOf(category), providerIds: [] },
    }));
    await this.add('services', ServicesService, services);
    await this.addProviders(today);
    await this.addTerms();
    await this.addCustomers();
    await this.addAbsences(today);
    // Ines works on no Sunday, so no offer ends the wait.
    await this.services.get(WaitlistService).add(this.context, {
      ...{
        serviceId: this.idOf('Cut and style'),
        providerId: this.idOf('Ines Duarte'),
        weekdays: ['sunday'],
      },
      ...{ customerId: this.idOf('Zoë Müller'), from: today, to: addDays(today, 60) },
    });
  }

  /** The hours of the business bound every schedule. Where it opens at another time of the day, providers work in its own hours. */
  private async addProviders(today: string): Promise<void> {
    const { workStartMin, workEndMin } = await this.services.get(BusinessHoursService).get();
    const isOpenAtNoon = workStartMin <= 11 * 60 && workEndMin >= 15 * 60;
    const providers = PROVIDERS.map(({ name, schedule, services }) => ({
      ...{ name, timezone: ZONE, email: mailbox(name.replace(/ .*/, '').toLowerCase()) },
      schedule: isOpenAtNoon ? schedule.map((shift) => this.scheduleEntry(shift, today)) : [],
      serviceIds: services.map((each) => this.idOf(each)),
    }));
    await this.add('providers', ProvidersService, providers);
  }

  /** The weeks are counted from one before the days that the diary fills. */
  private scheduleEntry({ location, week, ...shift }: Shift, today: string) {
    const entry = { ...shift, locationId: this.idOf(location) };
    if (week === undefined) return entry;
    return { ...entry, everyWeeks: 2, from: addDays(today, (week - 8) * 7 - weekdayOf(getDay(today))) };
  }

  private async addTerms(): Promise<void> {
    const services = this.services.get(ServicesService);
    for (const { service, provider, price, options } of TERMS) {
      const terms = [{ providerId: this.idOf(provider), price }];
      await services.change(this.context, this.idOf(service), { terms, durationOptions: options });
    }
    for (const { service, helpers } of TEAMS) {
      const team = [{ providerIds: helpers.map((helper) => this.idOf(helper)), count: 1 }];
      await services.change(this.context, this.idOf(service), { team });
    }
    for (const { service, provider, days, start, location } of TIMETABLES) {
      const entry = { start, providerId: this.idOf(provider), locationId: this.idOf(location) };
      const timetable = days.map((day) => ({ day, ...entry }));
      await services.change(this.context, this.idOf(service), { startsAt: 'schedule', timetable });
    }
  }

  /** A customer whom an earlier removal has kept, because others have booked for it, comes here again. */
  private async addCustomers(): Promise<void> {
    for (const body of CUSTOMERS) {
      const kept = await this.context.transaction.findOneBy(Customer, { email: body.email });
      if (kept === null) await this.add('customers', CustomersService, [body]);
      else this.ids.set(body.name, kept.id);
    }
  }

  private async addAbsences(today: string): Promise<void> {
    const [providerId, resourceId] = [this.idOf('Jonas Weiß'), this.idOf('Treatment room 1')];
    const away = { start: addDays(today, 5), end: addDays(today, 6), reason: 'Long weekend' };
    const painted = { start: addDays(today, 3), end: addDays(today, 7), reason: 'The walls are painted' };
    await this.services.get(TimeOffService).create(this.context, { providerId }, away);
    await this.services.get(TimeOffService).create(this.context, { resourceId }, painted);
    const sunday = addDays(today, 14 - new Date(today).getUTCDay());
    const hours = [{ start: '10:00', end: '16:00', locationId: this.idOf('Studio Linde') }];
    const special = { hours, note: 'Open on a Sunday' };
    await this.services.get(SpecialHoursService).set(this.context, ofProvider(providerId), sunday, special);
  }

  private async add<Body extends { readonly name: string }>(
    table: string,
    service: Creator<Body>,
    bodies: readonly Body[],
  ): Promise<void> {
    for (const body of bodies) {
      const row = await this.services.get(service).create(this.context, body);
      this.ids.set(body.name, row.id);
      await this.record(table, row);
    }
  }
}
