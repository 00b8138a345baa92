import { Injectable } from '@nestjs/common';
import { resolveBounds, resolvePeriod } from '../../platform/time/period';
import { Clock } from '../../platform/clock';
import { Page } from '../../platform/http/envelope/envelope';
import { NotFoundError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { type Clause, meets } from '../../platform/database/clause';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/entity-reads';
import type { TimeOffListQuery } from './dto/time-off-list.query';
import type { TimeOffWrite } from './dto/time-off-write.dto';
import { ProviderZones } from '../providers/provider-zones.queries';
import { ProviderLock } from '../providers/provider-lock';
import { TimeOff } from './time-off.entity';
import { AppointmentConflicts, type ConflictingAppointment } from '../appointment-conflicts';

/** New time off, the appointments that it overlaps, and the zone of the provider. */
export interface CreatedTimeOff {
  readonly timeOff: TimeOff;
  readonly conflicts: readonly ConflictingAppointment[];
  readonly timeZone: string;
}

const BY_START = { field: 'startAt', direction: 'asc' } as const;

/** Writes time off; no other service does. Availability reads it afresh for each answer. */
@Injectable()
export class TimeOffService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly zones: ProviderZones,
    private readonly conflicts: AppointmentConflicts,
    private readonly providerLock: ProviderLock,
    private readonly clock: Clock,
  ) {}

  /** What meets the time asked for, by its start. @throws NotFoundError */
  async list(
    providerId: number,
    query: TimeOffListQuery,
  ): Promise<{ page: Page<TimeOff>; timeZone: string }> {
    const timeZone = await this.zones.get(providerId);
    const where = [ofProvider(providerId), ...meets(resolveBounds(query, timeZone))];
    const page = await this.reads.page(TimeOff, { window: query, sort: BY_START, where });
    return { page: new Page(page.items, page.total, page.page, page.perPage, 'start:asc'), timeZone };
  }

  /**
   * The provider is locked first: a booking that is under way is then either among the conflicts or finds the provider
   * away. Appointments stay as they are.
   * @throws NotFoundError, ValidationError when nothing lies between start and end
   */
  create(context: WriteContext, providerId: number, body: TimeOffWrite): Promise<CreatedTimeOff> {
    const createdAt = new Date(this.clock.now());
    return this.database.transaction(context, async (tx) => {
      const timeZone = (await this.providerLock.take(tx, [providerId])).get(providerId);
      if (timeZone === undefined) throw new NotFoundError('provider');
      const period = resolvePeriod(body, timeZone);
      const [startAt, endAt] = [new Date(period.start), new Date(period.end)];
      const members = { providerId, startAt, endAt, reason: body.reason ?? null, createdAt };
      const timeOff = await tx.save(tx.create(TimeOff, members));
      return { timeOff, conflicts: await this.conflicts.find(tx, period, providerId), timeZone };
    });
  }

  /** @throws NotFoundError, also when it is another provider's */
  remove(context: WriteContext, providerId: number, id: number): Promise<void> {
    return this.database.transaction(context, async (tx) => {
      const { affected } = await tx.delete(TimeOff, { id, providerId });
      if (affected !== 1) throw new NotFoundError('time off');
    });
  }
}

function ofProvider(providerId: number): Clause {
  return { name: 'provider', sql: (value) => `t.provider_id = ${value}`, value: providerId };
}
