import { Inject, Injectable } from '@nestjs/common';
import { resolveBounds, resolvePeriod } from '../../platform/time/period';
import { Clock } from '../../platform/clock';
import { Page } from '../../platform/http/envelope/envelope';
import { NotFoundError } from '../../platform/errors/errors';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { meets } from '../../platform/database/clause';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/entity-reads';
import { ProviderLock } from '../providers/provider-lock';
import { Closure } from './closure.entity';
import { ClosuresQueries } from './closures.queries';
import { AppointmentConflicts, type ConflictingAppointment } from '../appointment-conflicts';
import type { ClosureListQuery } from './dto/closure-list.query';
import type { ClosureWrite } from './dto/closure-write.dto';

/** A new closure, and the appointments that it overlaps. */
export interface CreatedClosure {
  readonly closure: Closure;
  readonly conflicts: readonly ConflictingAppointment[];
}

const BY_START = { field: 'startAt', direction: 'asc' } as const;

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

  /** Those that meet the time asked for, by their start. */
  async list(query: ClosureListQuery): Promise<Page<Closure>> {
    const { from, to } = resolveBounds(query, this.config.businessTimeZone);
    const where = meets({ from, to });
    const page = await this.reads.page(Closure, { window: query, sort: BY_START, where });
    return new Page(page.items, page.total, page.page, page.perPage, 'start:asc');
  }

  /**
   * Every provider is locked first: a booking that is under way is then either among the conflicts or finds the business
   * closed. Appointments stay as they are.
   * @throws ValidationError when nothing lies between start and end
   */
  create(context: WriteContext, body: ClosureWrite): Promise<CreatedClosure> {
    const createdAt = new Date(this.clock.now());
    const period = resolvePeriod(body, this.config.businessTimeZone);
    const [startAt, endAt] = [new Date(period.start), new Date(period.end)];
    return this.database.transaction(context, async (tx) => {
      await this.providerLock.take(tx, await this.queries.providerIds(tx));
      const members = { startAt, endAt, reason: body.reason ?? null, createdAt };
      const closure = await tx.save(tx.create(Closure, members));
      return { closure, conflicts: await this.conflicts.find(tx, period) };
    });
  }

  /** @throws NotFoundError */
  remove(context: WriteContext, id: number): Promise<void> {
    return this.database.transaction(context, async (tx) => {
      const { affected } = await tx.delete(Closure, { id });
      if (affected !== 1) throw new NotFoundError('closure');
    });
  }
}
