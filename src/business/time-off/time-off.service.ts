import { Injectable } from '@nestjs/common';
import { resolvePeriod } from '../../platform/time/period';
import { Clock } from '../../platform/clock';
import type { Page } from '../../platform/http/envelope/envelope';
import { NotFoundError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { equals } from '../../platform/database/clause';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/entity-reads';
import { assertPreconditions } from '../../platform/database/preconditions';
import type { PeriodListQuery } from '../periods/period-list.query';
import { periodPage } from '../periods/period-page';
import { toTimeOffResponse } from './dto/time-off.response';
import type { TimeOffWrite } from './dto/time-off-write.dto';
import { ProviderZones } from '../providers/provider-zones.queries';
import { ProviderLock } from '../providers/provider-lock';
import { TimeOff } from './time-off.entity';
import { AppointmentConflicts, type Conflicts } from '../periods/appointment-conflicts';

/** New time off, the appointments that it overlaps, and the zone of the provider. */
export interface CreatedTimeOff {
  readonly timeOff: TimeOff;
  readonly conflicts: Conflicts;
  readonly timeZone: string;
}

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

  /** The time off that overlaps the time between the bounds, by its start. @throws NotFoundError */
  async list(providerId: number, query: PeriodListQuery): Promise<{ page: Page<TimeOff>; timeZone: string }> {
    const timeZone = await this.zones.get(providerId);
    const where = equals('provider_id', providerId);
    return { page: await periodPage(this.reads, TimeOff, query, timeZone, where), timeZone };
  }

  /**
   * The provider is locked first: a booking in progress is then either among the conflicts or finds the provider
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

  /** @throws NotFoundError, also for time off of another provider, and PreconditionFailedError */
  remove(context: WriteContext, providerId: number, id: number): Promise<void> {
    return this.database.transaction(context, async (tx) => {
      const timeOff = await tx.findOne(TimeOff, {
        where: { id, providerId },
        lock: { mode: 'pessimistic_write' },
      });
      if (timeOff === null) throw new NotFoundError('time off');
      await assertPreconditions(context, async () =>
        toTimeOffResponse(timeOff, await this.zones.get(providerId, tx)),
      );
      await tx.remove(timeOff);
    });
  }
}
