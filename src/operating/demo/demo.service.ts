import { Inject, Injectable } from '@nestjs/common';
import { ArrayContains, type EntityManager } from 'typeorm';
import { ApiKeysService } from '../../people/api-keys/api-keys.service';
import { firstSlots, type Slot } from '../../booking/availability/engine';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Customer } from '../../people/customers/customer.entity';
import { Database } from '../../platform/database/database';
import { Provider } from '../../business/providers/provider.entity';
import { Service } from '../../business/services/service.entity';
import { User } from '../../people/users/user.entity';
import { fillDiary } from './diary/demo-diary';
import { type DemoRequest, demoRequests } from './demo-requests';
import { DatabaseNotEmptyError, NoAdminError } from './demo.errors';
import { demoCalendars, demoResources } from './demo-calendars';
import { demoSeries } from './demo-series';
import { demoVisit } from './demo-visit';
import { writeAppointments, writeBusiness, writeWaitlist } from './demo-rows';
import { COMMAND_LINE } from '../../platform/database/write-context';
import { type DiaryEntry, type DiaryProvider, withEntries } from './diary/diary-entry';
import { DAY_MS } from '../../platform/time/units';

/** The numbers of created rows, with a key and requests to look at them. */
export interface Demo {
  readonly providers: number;
  readonly services: number;
  readonly customers: number;
  readonly appointments: number;
  /** An API key of an administrator. */
  readonly key: string;
  readonly requests: readonly DemoRequest[];
}

type Filled = Pick<Demo, 'providers' | 'services' | 'customers' | 'appointments'> & {
  readonly adminId: number;
  readonly serviceId: number;
  readonly providerId: number;
  readonly slot: Slot;
};

/** How far ahead the slot of the requests is, so that they still work when they are pasted later. */
const AHEAD_MS = 3 * DAY_MS;

/** Fills an empty database with a small business. */
@Injectable()
export class DemoService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly apiKeys: ApiKeysService,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes everything but the key in one transaction. It writes rows directly, not through the services: most appointments
   * lie in the past, and no customer should get a message about them.
   * @throws DatabaseNotEmptyError, NoAdminError
   */
  async fill(): Promise<Demo> {
    const now = this.clock.now();
    const { adminId, serviceId, providerId, slot, ...counts } = await this.database.transaction(
      COMMAND_LINE,
      (tx) => this.write(tx, now),
    );
    const { key } = await this.apiKeys.create(COMMAND_LINE, { userId: adminId, name: 'Demo' });
    const { date, time } = slot;
    const example = { baseUrl: this.baseUrl(), key, serviceId, providerId, date, time };
    return { ...counts, key, requests: demoRequests(example) };
  }

  private async write(tx: EntityManager, now: number): Promise<Filled> {
    await assertEmpty(tx);
    const admin = await tx.findOne(User, {
      where: { active: true, roles: ArrayContains(['admin']) },
      order: { id: 'asc' },
    });
    if (admin === null) throw new NoAdminError();
    const zone = this.config.businessTimeZone;
    const ids = await writeBusiness(tx, now, zone);
    const providers = demoCalendars(ids, now, zone);
    const resources = demoResources(ids, now, zone);
    const entries = fillDiary(now, { providers, resources }, ids.customers);
    const [provider] = providers;
    if (provider === undefined) throw new Error('the demo business has no provider');
    const series = demoSeries(now, provider, ids.customers[0]);
    const visit = demoVisit(now, provider, ids.customers[1], series.entries);
    await writeAppointments(tx, entries, series, visit);
    await writeWaitlist(tx, now, zone, ids);
    return {
      adminId: admin.id,
      ...firstOffer(now, providers, entries),
      providers: ids.providers.size,
      services: ids.services.size,
      customers: ids.customers.length,
      appointments: entries.length + series.entries.length + visit.length,
    };
  }

  /** The address of the service according to the configuration. */
  private baseUrl(): string {
    const { host, port } = this.config;
    const isAny = host === undefined || host === '0.0.0.0' || host === '::';
    const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port}`;
  }
}

/** The slot that the printed requests show. */
function firstOffer(
  now: number,
  [provider]: readonly DiaryProvider[],
  entries: readonly DiaryEntry[],
): Pick<Filled, 'serviceId' | 'providerId' | 'slot'> {
  const service = provider?.services[0];
  if (provider === undefined || service === undefined) throw new Error('the demo business offers nothing');
  const calendar = withEntries(provider.calendar, service, entries);
  const [slot] = firstSlots(now, service, calendar, now + AHEAD_MS, 1);
  if (slot === undefined) throw new Error('the demo business has no slot left');
  return { serviceId: service.id, providerId: calendar.providerId, slot };
}

/** The lock makes a second demo wait until the first is complete, and then refuse. */
async function assertEmpty(tx: EntityManager): Promise<void> {
  await tx.query('lock table customers, providers, services in share row exclusive mode');
  const counts = {
    customers: await tx.count(Customer),
    providers: await tx.count(Provider),
    services: await tx.count(Service),
  };
  const found = Object.entries(counts).find(([, count]) => count > 0);
  if (found !== undefined) throw new DatabaseNotEmptyError(`${found[1]} ${found[0]}`);
}
