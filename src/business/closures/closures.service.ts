import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Clock } from '../../platform/clock';
import { equals } from '../../platform/database/reads/clause';
import type { Page } from '../../platform/database/reads/page';
import { NotFoundError } from '../../platform/errors/errors';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/reads/entity-reads';
import { assertPreconditions } from '../../platform/http/preconditions';
import { ProviderLock } from '../providers/provider-lock';
import { Closure } from './closure.entity';
import { ClosuresQueries } from './closures.queries';
import { AffectedAppointments, freedOf } from '../periods/affected-appointments';
import { consequencesIn } from '../periods/affected.dto';
import { AppointmentConflicts } from '../periods/appointment-conflicts';
import { givenPeriod, intervalOf } from '../periods/given-period';
import { periodPage } from '../periods/period-page';
import { writePeriod } from '../periods/write-period';
import {
  type ClosureListQuery,
  type ClosureWrite,
  type CreatedClosure,
  toClosureResponse,
} from './dto/closure.dto';

/** Writes closures; no other service does. Availability reads them afresh for each answer. */
@Injectable()
export class ClosuresService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly queries: ClosuresQueries,
    private readonly conflicts: AppointmentConflicts,
    private readonly appointments: AffectedAppointments,
    private readonly providerLock: ProviderLock,
    private readonly clock: Clock,
  ) {}

  /** The closures that overlap the time between the bounds, by their start. */
  list(query: ClosureListQuery): Promise<Page<Closure>> {
    const where = equals('location_id', query.locationId);
    return periodPage(this.reads, Closure, query, this.config.businessTimeZone, where);
  }

  /**
   * Locks every provider first: a booking in progress is then among the conflicts or finds the business closed. Appointments stay, unless
   * the body says otherwise.
   * @throws ValidationError when nothing lies between start and end, and of an unknown location, TooManyAppointmentsError
   */
  create(context: WriteContext, body: ClosureWrite): Promise<CreatedClosure> {
    return writePeriod(this.database, context, body, (tx) => this.createIn(context, tx, body));
  }

  private async createIn(
    context: WriteContext,
    tx: EntityManager,
    body: ClosureWrite,
  ): Promise<Omit<CreatedClosure, 'isDryRun'>> {
    const createdAt = new Date(this.clock.now());
    const { locationId = null, reason = null } = body;
    const consequences = consequencesIn(body);
    await this.providerLock.take(tx, await this.queries.providerIds(tx));
    const zone = locationId === null ? null : await this.queries.zoneOf(tx, locationId);
    const period = givenPeriod(body, zone ?? this.config.businessTimeZone);
    const whose = locationId === null ? undefined : { locationId };
    const interval = intervalOf(period);
    const locked =
      consequences && (await this.appointments.lock(context, tx, { whose, interval }, consequences));
    const created = tx.create(Closure, { ...period, locationId, reason, createdAt });
    const closure = this.database.isReadOnly(tx) ? created : await tx.save(created);
    const decided = await locked?.decide();
    const conflicts = await this.conflicts.find(tx, interval, whose, context.reach, freedOf(decided));
    return { closure, decided, conflicts };
  }

  /** @throws NotFoundError, also for one that is of no place of a narrowed key, PreconditionFailedError */
  remove(context: WriteContext, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      const places = context.reach?.locations;
      const where = { id, ...(places && { locationId: In([...places]) }) };
      const closure = await tx.findOne(Closure, { where, lock: { mode: 'pessimistic_write' } });
      if (closure === null) throw new NotFoundError('closure');
      await assertPreconditions(context, () => toClosureResponse(closure, this.config.businessTimeZone));
      await tx.remove(closure);
      return id;
    });
  }
}
