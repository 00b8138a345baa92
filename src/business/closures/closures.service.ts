import { Inject, Injectable } from '@nestjs/common';
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
import { AppointmentConflicts } from '../periods/appointment-conflicts';
import { givenPeriod, intervalOf } from '../periods/given-period';
import { periodPage } from '../periods/period-page';
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
    private readonly providerLock: ProviderLock,
    private readonly clock: Clock,
  ) {}

  /** The closures that overlap the time between the bounds, by their start. */
  list(query: ClosureListQuery): Promise<Page<Closure>> {
    const where = equals('location_id', query.locationId);
    return periodPage(this.reads, Closure, query, this.config.businessTimeZone, where);
  }

  /**
   * Locks every provider first: a booking in progress is then among the conflicts or finds the business closed. Appointments stay.
   * @throws ValidationError when nothing lies between start and end, and of an unknown location
   */
  create(context: WriteContext, body: ClosureWrite): Promise<CreatedClosure> {
    const createdAt = new Date(this.clock.now());
    const { locationId = null, reason = null } = body;
    return this.database.transaction(context, async (tx) => {
      await this.providerLock.take(tx, await this.queries.providerIds(tx));
      const zone = locationId === null ? null : await this.queries.zoneOf(tx, locationId);
      const period = givenPeriod(body, zone ?? this.config.businessTimeZone);
      const closure = await tx.save(tx.create(Closure, { ...period, locationId, reason, createdAt }));
      const place = locationId === null ? undefined : { locationId };
      return { closure, conflicts: await this.conflicts.find(tx, intervalOf(period), place) };
    });
  }

  /** @throws NotFoundError, PreconditionFailedError */
  remove(context: WriteContext, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      const closure = await tx.findOne(Closure, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (closure === null) throw new NotFoundError('closure');
      await assertPreconditions(context, () => toClosureResponse(closure, this.config.businessTimeZone));
      await tx.remove(closure);
      return id;
    });
  }
}
