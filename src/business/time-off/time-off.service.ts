import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { NotFoundError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/reads/entity-reads';
import type { Reach } from '../../platform/restrictions';
import { assertPreconditions } from '../../platform/http/preconditions';
import { AffectedAppointments, freedOf } from '../periods/affected-appointments';
import { consequencesIn } from '../periods/affected.dto';
import { AppointmentConflicts, type TimeOwner } from '../periods/appointment-conflicts';
import { givenPeriod, intervalOf } from '../periods/given-period';
import type { PeriodListQuery } from '../periods/period-list.query';
import { periodPage } from '../periods/period-page';
import { writePeriod } from '../periods/write-period';
import {
  type CreatedTimeOff,
  type ListedTimeOff,
  type TimeOffWrite,
  toTimeOffResponse,
} from './dto/time-off.dto';
import { TimeOff } from './time-off.entity';
import { ofOwner, TimeOffOwners } from './time-off-owners';

/** Writes time off; no other service does. Availability reads it afresh for each answer. */
@Injectable()
export class TimeOffService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly owners: TimeOffOwners,
    private readonly conflicts: AppointmentConflicts,
    private readonly appointments: AffectedAppointments,
    private readonly clock: Clock,
  ) {}

  /** The time off that overlaps the time between the bounds, by its start. @throws NotFoundError */
  async list(owner: TimeOwner, query: PeriodListQuery, reach?: Reach): Promise<ListedTimeOff> {
    await this.owners.assertReached(owner, reach);
    const timeZone = await this.owners.zoneOf(owner);
    return { page: await periodPage(this.reads, TimeOff, query, timeZone, ofOwner(owner)), timeZone };
  }

  /**
   * Locks the owner first: a booking in progress is then among the conflicts or finds the owner away. Appointments stay, unless the body
   * says otherwise.
   * @throws NotFoundError, ValidationError when nothing lies between start and end, TooManyAppointmentsError
   */
  create(context: WriteContext, owner: TimeOwner, body: TimeOffWrite): Promise<CreatedTimeOff> {
    return writePeriod(this.database, context, body, (tx) => this.createIn(context, tx, owner, body));
  }

  private async createIn(
    context: WriteContext,
    tx: EntityManager,
    owner: TimeOwner,
    body: TimeOffWrite,
  ): Promise<Omit<CreatedTimeOff, 'isDryRun'>> {
    const createdAt = new Date(this.clock.now());
    const consequences = consequencesIn(body);
    await this.owners.assertReached(owner, context.reach, tx);
    // Where others may take the appointments, they are locked together with the owner.
    const timeZone =
      consequences === undefined ? await this.owners.lock(tx, owner) : await this.owners.zoneOf(owner, tx);
    const period = givenPeriod(body, timeZone);
    const interval = intervalOf(period);
    const locked =
      consequences && (await this.appointments.lock(context, tx, { whose: owner, interval }, consequences));
    const members = { ...owner, ...period, reason: body.reason ?? null, createdAt };
    const created = tx.create(TimeOff, members);
    const timeOff = this.database.isReadOnly(tx) ? created : await tx.save(created);
    const decided = await locked?.decide();
    const conflicts = await this.conflicts.find(tx, interval, owner, context.reach, freedOf(decided));
    return { timeOff, conflicts, decided, timeZone };
  }

  /** @throws NotFoundError, also for time off of another owner, and PreconditionFailedError */
  remove(context: WriteContext, owner: TimeOwner, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      await this.owners.assertReached(owner, context.reach, tx);
      const timeOff = await tx.findOne(TimeOff, {
        where: { id, ...owner },
        lock: { mode: 'pessimistic_write' },
      });
      if (timeOff === null) throw new NotFoundError('time off');
      await assertPreconditions(context, async () =>
        toTimeOffResponse(timeOff, await this.owners.zoneOf(owner, tx)),
      );
      await tx.remove(timeOff);
      return id;
    });
  }
}
