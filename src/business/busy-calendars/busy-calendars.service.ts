import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { equals } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError, ValidationError, RefusedError } from '../../platform/errors/errors';
import { found, lockRow } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import { OutgoingError } from '../../platform/outgoing/outgoing-error';
import { OutgoingHttp } from '../../platform/outgoing/outgoing-http';
import { present } from '../../platform/values/present';
import { withDefaults } from '../../platform/http/validation/defaults';
import { ProviderLock } from '../providers/provider-lock';
import { ProviderZones } from '../providers/provider-zones.queries';
import { BusyCalendar } from './busy-calendar.entity';
import { BusyTime } from './busy-time.entity';
import {
  type BusyCalendarListQuery,
  type BusyCalendarPatch,
  type BusyCalendarResponse,
  BusyCalendarWrite,
  toBusyCalendarResponse,
} from './dto/busy-calendar.dto';

/** The most busy calendars of one provider. */
const MAX_CALENDARS = 10;

class TooManyBusyCalendarsError extends RefusedError {
  constructor() {
    super(`This provider has ${MAX_CALENDARS} busy calendars already`, { reason: 'too_many_busy_calendars' });
  }
}

const BY_ID = { field: 'id', direction: 'asc' } as const;

/** Another URL is another calendar, of which nothing is known. */
const NOTHING_KNOWN = {
  events: 0,
  timesHash: null,
  lastFetchedAt: null,
  lastError: null,
  etag: null,
  lastModified: null,
  readUntil: null,
  readZone: null,
  unreadable: [],
  unreadableEvents: 0,
  attemptedAt: null,
} satisfies Partial<BusyCalendar>;

/** Reads busy calendars and writes what callers say of them; `CalendarFetcher` writes what a fetch finds. */
@Injectable()
export class BusyCalendarsService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly zones: ProviderZones,
    private readonly providerLock: ProviderLock,
    private readonly outgoing: OutgoingHttp,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async list(providerId: number, query: BusyCalendarListQuery): Promise<Page<BusyCalendarResponse>> {
    await this.zones.get(providerId);
    const where = equals('provider_id', providerId);
    const page = await this.reads.page(BusyCalendar, { window: query, sort: BY_ID, where });
    return page.with(page.items.map((calendar) => this.show(calendar)));
  }

  /** @throws NotFoundError */
  async get(providerId: number, id: number): Promise<BusyCalendarResponse> {
    const calendar = await this.database.manager.findOneBy(BusyCalendar, { id, providerId });
    return this.show(found(calendar, 'busy calendar'));
  }

  /** A worker fetches the calendar within seconds. @throws NotFoundError, ValidationError, TooManyBusyCalendarsError */
  async create(
    context: WriteContext,
    providerId: number,
    body: BusyCalendarWrite,
  ): Promise<BusyCalendarResponse> {
    await this.assertUsable(body.url);
    const now = new Date(this.clock.now());
    const members = { ...withDefaults(BusyCalendarWrite, body), ...NOTHING_KNOWN, providerId };
    const created = { ...members, createdAt: now, updatedAt: now, nextFetchAt: now };
    return this.database.transaction(context, async (tx) => {
      if (!(await this.providerLock.take(tx, [providerId])).has(providerId))
        throw new NotFoundError('provider');
      if ((await tx.countBy(BusyCalendar, { providerId })) >= MAX_CALENDARS)
        throw new TooManyBusyCalendarsError();
      return this.show(await tx.save(tx.create(BusyCalendar, created)));
    });
  }

  /** @throws as `change` */
  replace(
    context: WriteContext,
    providerId: number,
    id: number,
    body: BusyCalendarWrite,
  ): Promise<BusyCalendarResponse> {
    return this.change(context, providerId, id, withDefaults(BusyCalendarWrite, body));
  }

  /** @throws NotFoundError, PreconditionFailedError, ValidationError */
  async change(
    context: WriteContext,
    providerId: number,
    id: number,
    body: BusyCalendarPatch,
  ): Promise<BusyCalendarResponse> {
    const members = present(body);
    if (members.url !== undefined) await this.assertUsable(members.url);
    const now = new Date(this.clock.now());
    return this.database.transaction(context, async (tx) => {
      const calendar = await this.lock(tx, context, providerId, id);
      if (Object.keys(members).length === 0) return this.show(calendar);
      const isAnother = members.url !== undefined && members.url !== calendar.url;
      if (isAnother) await tx.delete(BusyTime, { calendarId: id });
      const isReadAnew = members.busyIf !== undefined && members.busyIf !== calendar.busyIf;
      const known = isAnother ? NOTHING_KNOWN : isReadAnew ? { readUntil: null } : {};
      // A fetch that is under way has lost its lease.
      Object.assign(calendar, members, known, { updatedAt: now, nextFetchAt: now });
      return this.show(await tx.save(calendar));
    });
  }

  /** @throws NotFoundError, PreconditionFailedError */
  remove(context: WriteContext, providerId: number, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      await tx.remove(await this.lock(tx, context, providerId, id));
      return id;
    });
  }

  private async lock(
    tx: EntityManager,
    context: WriteContext,
    providerId: number,
    id: number,
  ): Promise<BusyCalendar> {
    const calendar = await lockRow(tx, BusyCalendar, { id, providerId }, 'busy calendar');
    await assertPreconditions(context, () => this.show(calendar));
    return calendar;
  }

  /** @throws ValidationError */
  private async assertUsable(url: string): Promise<void> {
    try {
      await this.outgoing.check(url);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new ValidationError({ url: `cannot be used: ${error.message}` });
    }
  }

  private show(calendar: ReadRow<BusyCalendar>): BusyCalendarResponse {
    return toBusyCalendarResponse(calendar, this.clock.now(), this.config.businessTimeZone);
  }
}
