import { Inject, Injectable, type ModuleMetadata } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ArrayContains } from 'typeorm';
import { SlotSearch } from '../../booking/availability/search/slot-search';
import { PROFILE_IMAGES } from '../../business/providers/profile-image-path';
import { ApiKeysService } from '../../people/api-keys/api-keys.service';
import { User } from '../../people/users/user.entity';
import { Clock } from '../../platform/clock';
import type { Services } from '../../platform/cli/command-services';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { RefusedError } from '../../platform/errors/errors';
import { FileStorage } from '../../platform/storage/file-storage';
import { DAY_MS } from '../../platform/time/units';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { WebhooksService } from '../../telling/webhooks/webhooks.service';
import { recordedUrl } from '../health/recorded-url';
import { CUSTOMERS, DemoAddition, type DemoContext } from './demo-addition';
import DEMO from './demo.json';
import { DemoDiary } from './demo-diary';
import { removeDemo, type Removed } from './demo-removal';
import { DemoRow } from './demo-row.entity';
import { ReassignmentModule } from '../../booking/reassignment/reassignment.module';
import { SeriesModule } from '../../booking/series/series.module';
import { VisitsModule } from '../../booking/visits/visits.module';
import { WaitlistModule } from '../../booking/waitlist/waitlist.module';
import { BusinessHoursModule } from '../../business/business-hours/business-hours.module';
import { CategoriesModule } from '../../business/categories/categories.module';
import { LocationsModule } from '../../business/locations/locations.module';
import { ResourcesModule } from '../../business/resources/resources.module';
import { SpecialHoursModule } from '../../business/special-hours/special-hours.module';
import { TimeOffModule } from '../../business/time-off/time-off.module';
import { ApiKeysModule } from '../../people/api-keys/api-keys.module';
import { ChallengesModule } from '../../people/challenges/challenges.module';
import { WebhooksModule } from '../../telling/webhooks/webhooks.module';
import { MetricsModule } from '../metrics/metrics.module';
import { BookingModule } from '../../booking/booking.module';
import { BusinessModule } from '../../business/business.module';
import { TellingModule } from '../../telling/telling.module';

type Counts = Readonly<Record<'providers' | 'services' | 'customers' | 'appointments', number>>;

/** The demo as it is in the database: how many rows, and how to look at them. */
export interface Demo extends Counts {
  readonly isNew: boolean;
  /** Of an administrator; null when the demo was there already: a key is shown only once. */
  readonly key: string | null;
  /** Where the service runs that has this database; null when none answers. */
  readonly url: string | null;
  /** Shell commands to paste, in this order or another. */
  readonly requests: readonly { readonly title: string; readonly command: string }[];
}

/** The audit trail shows this as the request of all that the demo writes. */
const CONTEXT = { via: 'command line', requestId: 'demo' } as const satisfies WriteContext;

/** How far ahead the slot of the requests is, so that they still work when they are pasted later. */
const AHEAD_MS = 3 * DAY_MS;
/** How long the service may take to answer. */
const PATIENCE_MS = 5_000;

const count = (table: string) => `count(*) filter (where resource = '${table}')::int as ${table}`;
const COUNTS = {
  name: 'demo.counts',
  text: `
    select ${['providers', 'services', 'customers'].map(count).join()}, (
      select count(*)::int from appointments a join demo_rows p on p.resource = 'providers' and p.resource_id = a.provider_id
    ) as appointments from demo_rows`,
};

/** A provider of the demo, and the first service that is offered. */
interface Example {
  readonly providerId: number;
  readonly serviceId: number;
  readonly service: string;
}

const EXAMPLE = {
  name: 'demo.example',
  text: `
    select a.provider_id as "providerId", s.id as "serviceId", s.name as service
    from demo_rows p join provider_services a on a.provider_id = p.resource_id join services s on s.id = a.service_id
    where p.resource = 'providers' and s.active and s.deleted_at is null
    order by 1, 2 limit 1`,
};

/** Adds a small business to the database, and removes it again. */
@Injectable()
export class DemoService {
  private readonly services: Services;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    modules: ModuleRef,
  ) {
    this.services = { get: (token) => modules.get(token, { strict: false }) };
  }

  /** Does nothing if it is there. @param report takes the progress as text @throws RefusedError when no active admin can own its key */
  async add(report: (progress: string) => void): Promise<Demo> {
    const key = await this.write((context) => this.addOnce(context, report));
    const counts = await this.database.one<Counts>(COUNTS, []);
    const [example] = await this.database.rows<Example>(EXAMPLE, []);
    const url = example && (await this.servedAt(example));
    const requests = example && url ? await this.requests(url, key ?? '$KEY', example) : [];
    return { isNew: key !== null, ...counts, key, url: url ?? null, requests };
  }

  /** Removes what the demo has added, in one transaction. */
  async remove(): Promise<Removed> {
    const { pictures, ...removed } = await this.write((context) => removeDemo(this.services, context));
    for (const picture of pictures) await this.services.get(FileStorage).remove(PROFILE_IMAGES, picture);
    return removed;
  }

  /** Runs one command at a time. No webhook gets events of what it writes. */
  private write<T>(work: (context: DemoContext) => Promise<T>): Promise<T> {
    return this.database.transaction(CONTEXT, async (transaction) => {
      await transaction.query('lock table demo_rows in exclusive mode');
      const done = await work({ ...CONTEXT, transaction });
      await this.services.get(WebhooksService).leaveOut(transaction, CONTEXT);
      return done;
    });
  }

  /** @returns a key of an administrator; null when the demo is there */
  private async addOnce(context: DemoContext, report: (progress: string) => void): Promise<string | null> {
    const { transaction: tx } = context;
    if (await tx.existsBy(DemoRow, { resource: 'providers' })) return null;
    const where = { active: true, roles: ArrayContains(['admin']) };
    const admin = await tx.findOne(User, { where, order: { id: 'asc' } });
    if (admin === null)
      throw new RefusedError('The demo needs an active user with the role admin', { reason: 'no_admin' });
    const now = this.clock.now();
    const today = localDateOf(now, DEMO.zone);
    report('Adding providers, services and customers');
    const business = new DemoAddition(this.services, context, today);
    await business.run();
    await new DemoDiary(this.services, context, business, now, today).fill(report);
    const owner = { userId: admin.id, name: 'Demo' };
    const { key, apiKey } = await this.services.get(ApiKeysService).create(context, owner);
    await business.record('api_keys', apiKey.id);
    return key;
  }

  /** The address of a service that runs on this database: it knows the demo. */
  private async servedAt({ providerId, service }: Example): Promise<string | undefined> {
    const url = await recordedUrl(this.database);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer =
      url &&
      (await fetch(`${url}/api/v1/providers/${providerId}/services`, { signal }).catch(() => undefined));
    const isOurs = answer && answer.ok && (await answer.text()).includes(JSON.stringify(service));
    return isOurs ? (this.config.publicUrl ?? url) : undefined;
  }

  private async requests(
    url: string,
    key: string,
    { providerId, serviceId }: Example,
  ): Promise<Demo['requests']> {
    const request = (title: string, path: string, body = '') => ({
      title,
      command: `curl -s '${url}/api/v1${path}' -H "Authorization: Bearer ${key}"${body}`,
    });
    const latest = request('The latest appointments', '/appointments?length=5&sort=createdAt:desc');
    const search = { providerId, serviceId, from: this.clock.now() + AHEAD_MS, limit: 1 };
    const [slot] = (await this.services.get(SlotSearch).find(search)).slots;
    if (slot === undefined) return [latest];
    const { date, time: start } = slot;
    const { name, email } = CUSTOMERS.find((each) => each.name === 'Mira Kessler') ?? {};
    const booking = JSON.stringify({ name, email, providerId, serviceId, date, start });
    const slots = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${date}`;
    const json = ` -H 'Content-Type: application/json' -d '${booking}'`;
    return [request('Slots of a day', slots), request('Book one of them', '/appointments', json), latest];
  }
}

/** What the command needs: all services that the demo calls. */
export const DEMO_NEEDS = {
  imports: [
    ApiKeysModule,
    BookingModule,
    BusinessHoursModule,
    BusinessModule,
    CategoriesModule,
    ChallengesModule,
    LocationsModule,
    MetricsModule,
    ReassignmentModule,
    ResourcesModule,
    SeriesModule,
    SpecialHoursModule,
    TellingModule,
    TimeOffModule,
    VisitsModule,
    WaitlistModule,
    WebhooksModule,
  ],
  providers: [DemoService],
} satisfies ModuleMetadata;
