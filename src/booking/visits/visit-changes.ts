import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError, ValidationError } from '../../platform/errors/errors';
import { Links, linksFor } from '../../platform/http/envelope/links';
import { seenBy } from '../../platform/http/hiding/mask';
import { assertPreconditions } from '../../platform/http/preconditions';
import { AppointmentBatches } from '../appointments/batches/appointment-batches';
import { isSame, outcomeOf } from '../appointments/changes/appointment-change';
import { assertNoCancellation } from '../appointments/changes/cancellation';
import { CustomerMessages, toldBy } from '../appointments/changes/customer-messages';
import { BookingCounters, type BookingOutcome } from '../claims/booking-counters';
import { isGivenWithin } from '../reach';
import type { VisitPatch } from './dto/visit-write.dto';
import { VisitResponse, toVisitResponse } from './dto/visit.response';
import { cancelled, NO_CHANGE, type VisitChange } from './visit-change';
import { VisitLock, type LockedVisit } from './visit-lock';
import { VisitMoves } from './visit-moves';
import { VisitRefusals } from './visit-refusals';
import type { VisitRow } from './visit-row';
import { VisitsQueries } from './visits.queries';

/** Judges a change once the visit is locked. @throws an error that refuses it */
export type VisitJudge = (tx: EntityManager, locked: LockedVisit) => Promise<void>;

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
    private readonly lock: VisitLock,
    private readonly moves: VisitMoves,
    private readonly refusals: VisitRefusals,
    private readonly batches: AppointmentBatches,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
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
    const locked = await this.lock.take(tx, id, async (upcoming) =>
      isMove(body) ? this.moves.providers(tx, upcoming, body) : [],
    );
    await this.assertGiven(context, tx, id, locked);
    await judge?.(tx, locked);
    await assertPreconditions(context, async () =>
      seenBy(
        context,
        VisitResponse,
        toVisitResponse(
          await this.queries.get(id, tx),
          this.config.businessTimeZone,
          linksFor(context, this.links),
        ),
      ),
    );
    const change = await this.decide(context, tx, locked, body);
    assertStaysWithin(context, change);
    await this.write(tx, change, body);
    const outcomes = change.updates.map(({ before, next }) => outcomeOf(before, next));
    const booked = change.added.map(() => 'booked' as const);
    return { visit: await this.queries.get(id, tx), outcomes: [...outcomes, ...booked] };
  }

  /** A narrowed key changes a visit that it sees whole, and whose upcoming appointments its providers give. @throws NotFoundError */
  private async assertGiven(
    { reach }: WriteContext,
    tx: EntityManager,
    id: number,
    { upcoming }: LockedVisit,
  ): Promise<void> {
    if (reach !== undefined || upcoming.length === 0) await this.queries.get(id, tx, reach);
    if (!upcoming.every((each) => isGivenWithin(reach, each))) throw new NotFoundError('visit');
  }

  private async decide(
    context: WriteContext,
    tx: EntityManager,
    locked: LockedVisit,
    body: VisitPatch,
  ): Promise<VisitChange> {
    if (body.status !== undefined)
      return { updates: locked.upcoming.map((each) => cancelled(each, body)), added: [] };
    return isMove(body) ? this.moves.decide(context, tx, locked, body) : NO_CHANGE;
  }

  private async write(tx: EntityManager, { updates, added }: VisitChange, body: VisitPatch): Promise<void> {
    const changed = updates.filter(({ before, next }) => !isSame(before, next));
    if (changed.length === 0 && added.length === 0) return;
    await this.batches.update(tx, changed);
    const booked = added.length === 0 ? [] : await this.batches.insert(tx, added);
    const kept = updates.filter(({ next }) => next.status !== 'cancelled');
    const told = kept.length === 0 ? changed : [...kept, ...booked];
    await this.messages.queueForAll(
      tx,
      told.map((each) => each.id),
      toldBy(body, kept.length === 0 ? 'cancellation' : 'reschedule'),
    );
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
function assertStaysWithin({ reach }: WriteContext, { updates, added }: VisitChange): void {
  const after = [...updates.map(({ next }) => next), ...added.map(({ state }) => state)];
  if (!after.every((each) => isGivenWithin(reach, each)))
    throw new ValidationError({ items: 'would be where this key sees nothing' });
}
