import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError, ValidationError } from '../../platform/errors/errors';
import { Links, linksFor } from '../../platform/http/envelope/links';
import { seenBy } from '../../platform/http/hiding/mask';
import { assertPreconditions } from '../../platform/http/preconditions';
import { type BatchChange, BatchChanges, cancelled, NO_CHANGE } from '../diary/writes/batch-changes';
import { BatchLock, type LockedAppointments } from '../diary/locks/batch-lock';
import { assertNoCancellation } from '../diary/writes/cancellation';
import { type Among, peopleOf } from '../diary/snapshot/taken';
import { BookingCounters, type BookingOutcome } from '../diary/writes/booking-counters';
import { isGivenWithin } from '../reach';
import type { VisitPatch } from './dto/visit-write.dto';
import { VisitResponse, toVisitResponse } from './dto/visit.response';
import { VisitMoves } from './visit-moves';
import { VisitRefusals } from './visit-refusals';
import type { VisitRow } from './visit-row';
import { VisitsQueries } from './visits.queries';
import { SELECT_UPCOMING } from './visits.statements';

/** Judges a change once the visit is locked. @throws an error that refuses it */
export type VisitJudge = (tx: EntityManager, locked: LockedAppointments) => Promise<void>;

interface LockedVisit extends LockedAppointments {
  /** Whom and what the change may take. */
  readonly among: Among;
}

interface ChangedVisit {
  readonly visit: VisitRow;
  readonly outcomes: readonly (BookingOutcome | undefined)[];
}

/** Cancels and moves what is still to come of visits: all of it, or nothing. */
@Injectable()
export class VisitChanges {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: VisitsQueries,
    private readonly lock: BatchLock,
    private readonly moves: VisitMoves,
    private readonly refusals: VisitRefusals,
    private readonly batch: BatchChanges,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
    private readonly links: Links,
  ) {}

  /**
   * Changes the appointments that start from now on and are pending or confirmed. The customer gets one message about them.
   * @throws NotFoundError, PreconditionFailedError, ValidationError, VisitNotBookableError
   */
  async change(context: WriteContext, id: number, body: VisitPatch, judge?: VisitJudge): Promise<VisitRow> {
    assertOneChange(body);
    const { visit, outcomes } = await this.refusals.explain(context, () =>
      this.database.transaction(context, (tx) => this.changeIn(context, tx, { id, judge }, body)),
    );
    for (const outcome of outcomes) this.counters.done(outcome);
    return visit;
  }

  private async changeIn(
    context: WriteContext,
    tx: EntityManager,
    { id, judge }: { readonly id: number; readonly judge: VisitJudge | undefined },
    body: VisitPatch,
  ): Promise<ChangedVisit> {
    // Before anything is locked: a narrowed key never waits for a writer of what it does not see.
    if (context.reach !== undefined) await this.queries.get(id, tx, context.reach);
    const values = [id, new Date(this.clock.now())];
    let among: Among = {};
    const locked = await this.lock.take(tx, SELECT_UPCOMING, values, async (attempt, upcoming) => {
      if (isMove(body)) among = await this.moves.choose(attempt, upcoming, body);
      return { providerIds: peopleOf(among) };
    });
    await this.assertGiven(context, tx, id, locked);
    await judge?.(tx, locked);
    await assertPreconditions(context, async () =>
      seenBy(
        context,
        VisitResponse,
        toVisitResponse(
          await this.queries.get(id, tx, context.reach),
          this.config.businessTimeZone,
          linksFor(context, this.links),
        ),
      ),
    );
    const change = await this.decide(context, tx, { ...locked, among }, body);
    assertStaysWithin(context, change);
    const outcomes = await this.batch.write(tx, change, body);
    return { visit: await this.queries.get(id, tx, context.reach), outcomes };
  }

  /** A narrowed key changes a visit that it sees whole, and whose upcoming appointments its providers give. @throws NotFoundError */
  private async assertGiven(
    { reach }: WriteContext,
    tx: EntityManager,
    id: number,
    { expected }: LockedAppointments,
  ): Promise<void> {
    if (reach !== undefined || expected.length === 0) await this.queries.get(id, tx, reach);
    if (!expected.every((each) => isGivenWithin(reach, each))) throw new NotFoundError('visit');
  }

  private async decide(
    context: WriteContext,
    tx: EntityManager,
    { among, ...locked }: LockedVisit,
    body: VisitPatch,
  ): Promise<BatchChange> {
    if (body.status !== undefined)
      return { updates: locked.expected.map((each) => cancelled(each, body)), added: [] };
    return isMove(body) ? this.moves.decide(context, tx, locked, among, body) : NO_CHANGE;
  }
}

function isMove({ date, start, items }: VisitPatch): boolean {
  return date !== undefined || start !== undefined || items !== undefined;
}

/** @throws ValidationError */
function assertOneChange(body: VisitPatch): void {
  if (body.status === undefined) assertNoCancellation(body);
  else if (isMove(body)) throw new ValidationError({ status: 'goes not with a new time or other items' });
}

/** A narrowed key moves nothing to where it does not see it. @throws ValidationError */
function assertStaysWithin({ reach }: WriteContext, { updates, added }: BatchChange): void {
  const after = [...updates.map(({ next }) => next), ...added.map(({ state }) => state)];
  if (!after.every((each) => isGivenWithin(reach, each)))
    throw new ValidationError({ items: 'would be where this key sees nothing' });
}
