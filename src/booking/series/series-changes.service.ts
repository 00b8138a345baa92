import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { Database } from '../../platform/database/database';
import { Links, linksFor } from '../../platform/http/envelope/links';
import { seenBy } from '../../platform/http/hiding/mask';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError, ValidationError } from '../../platform/errors/errors';
import { ToldGuests } from '../guests/told-guests';
import { isGivenWithin } from '../reach';
import { DAY_MS } from '../../platform/time/units';
import { timeText } from '../../platform/time/local-date';
import { localTimeOf } from '../../platform/time/zones/wall-clock';
import { setBy } from '../diary/rows/appointment-columns';
import { isSame, outcomeOf } from '../diary/writes/outcomes';
import { BookingReferences } from '../diary/decisions/booking-references';
import { assertNoCancellation } from '../diary/writes/cancellation';
import { BookingAnswers } from '../answers/booking-answers';
import { AppointmentBatches } from '../diary/decisions/appointment-batches';
import { AppointmentWrites } from '../diary/writes/appointment-writes';
import type { DateZones } from '../engine';
import { candidateAfter, changedAppointment } from '../appointments/changes/changed-appointment';
import { CustomerMessages, toldBy } from '../diary/writes/customer-messages';
import type { AppointmentPatch } from '../appointments/dto/appointment-change.dto';
import { BookingCounters } from '../diary/writes/booking-counters';
import { SlotRefused } from '../diary/claims/slot-refused';
import {
  type ChangedOccurrence,
  type ChangeDecision,
  isMovedWhole,
  messagesAbout,
} from './occurrences/change-decision';
import type { SeriesPatch } from './dto/series-write.dto';
import { LazyBatch } from './occurrences/lazy-batch';
import { type LockedOccurrence, OccurrenceLock } from './occurrences/occurrence-lock';
import { type RefusedOccurrence, withAlternatives } from './occurrences/refused-occurrences';
import { type ChangedSeries, seriesAfter } from './occurrences/series-after';
import { OccurrencesRefusedError } from './series.errors';
import { SeriesResponse, toSeriesResponse } from './dto/series.response';
import { SeriesQueries } from './series.queries';
import type { SeriesRow } from './series-row';
import { FIND_START, REMEMBER_CHANGE, SET_SKIPPED, SET_TIME } from './series.statements';

/** Changes the occurrences of a series that are still to come. */
@Injectable()
export class SeriesChanges {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: SeriesQueries,
    private readonly batches: AppointmentBatches,
    private readonly writes: AppointmentWrites,
    private readonly references: BookingReferences,
    private readonly answers: BookingAnswers,
    private readonly lock: OccurrenceLock,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
    private readonly links: Links,
    private readonly guests: ToldGuests,
  ) {}

  /**
   * Changes each occurrence as PATCH of the appointment would, one after the other in the order of time, in one transaction. An
   * occurrence that was moved by itself keeps its time, or its provider.
   * @throws NotFoundError, PreconditionFailedError, ValidationError of ids that name nothing, OccurrencesRefusedError
   */
  async change(context: WriteContext, id: number, body: SeriesPatch): Promise<SeriesRow> {
    if (body.status !== 'cancelled') assertNoCancellation(body);
    const write = (tx: EntityManager) => this.changeIn(context, tx, id, body);
    if (body.dryRun === true) return (await this.database.readOnly(context, write)).series;
    const { series, outcomes } = await this.database.transaction(context, write);
    for (const outcome of outcomes) this.counters.done(outcome);
    return series;
  }

  private async changeIn(
    context: WriteContext,
    tx: EntityManager,
    id: number,
    body: SeriesPatch,
  ): Promise<ChangedSeries> {
    await this.queries.get(id, tx, context.reach);
    const { serviceId, providerId, locationId } = body;
    const [since] = await answersInOrder([
      this.since(tx, id, body.fromAppointmentId),
      this.references.assertFound(tx, { serviceId, providerId, locationId, seriesId: id }),
    ]);
    const occurrences = await this.lock.take(tx, id, since, body);
    if (!occurrences.every(({ current }) => isGivenWithin(context.reach, current)))
      throw new NotFoundError('series');
    await assertPreconditions(context, async () =>
      seenBy(
        context,
        SeriesResponse,
        toSeriesResponse(
          await this.queries.get(id, tx, context.reach),
          this.config.businessTimeZone,
          linksFor(context, this.links),
        ),
      ),
    );
    if (!changesSomething(body))
      return { series: await this.queries.get(id, tx, context.reach), outcomes: [] };
    const { changed, skipped } = await this.decide(tx, occurrences, body);
    if (skipped.length > 0 && body.onConflict !== 'skip') throw new OccurrencesRefusedError(skipped);
    if (this.database.isReadOnly(tx)) {
      const states = changed.map((each) => ({ id: each.id, state: each.next }));
      const previewed = await this.writes.preview(tx, states);
      const rows = await this.guests.tell(context, 'appointments', previewed, tx);
      const series = await this.queries.get(id, tx, context.reach);
      return { series: seriesAfter(series, rows, skipped), outcomes: [] };
    }
    if (body.start !== undefined && isMovedWhole(body, occurrences, changed))
      await this.database.rows(SET_TIME, [id, body.start], tx);
    const unchanged = occurrences.filter((each) => !changed.some(({ before }) => before === each));
    await this.writes.touch(tx, unchanged);
    await this.write(tx, id, { changed, skipped }, body);
    const outcomes = changed.map(({ before, next }) => outcomeOf(before.current, next));
    return { series: await this.queries.get(id, tx, context.reach), outcomes };
  }

  /** From when on occurrences change. @throws ValidationError */
  private async since(tx: EntityManager, id: number, fromAppointmentId: number | undefined): Promise<number> {
    const now = this.clock.now();
    if (fromAppointmentId === undefined) return now;
    const [found] = await this.database.rows<{ start: number }>(FIND_START, [fromAppointmentId, id], tx);
    if (found !== undefined) return Math.max(now, found.start);
    throw new ValidationError({ fromAppointmentId: 'names no appointment of the series' });
  }

  private async decide(
    tx: EntityManager,
    occurrences: readonly LockedOccurrence[],
    body: SeriesPatch,
  ): Promise<ChangeDecision> {
    const patches = occurrences.map((before) => ({ before, patch: patchOf(before, body) }));
    const batch = new LazyBatch(() => this.batches.open(tx, scopeOf(patches)), this.answers.changesIn(tx));
    const changed: ChangedOccurrence[] = [];
    const refused: RefusedOccurrence[] = [];
    // An occurrence that moves later may take the time that the next one leaves, so the last one moves first.
    const isLater = body.start !== undefined && (await someMovesLater(batch, patches));
    for (const { before, patch } of isLater ? patches.toReversed() : patches) {
      const { id, current } = before;
      try {
        const after = await changedAppointment(batch, id, current, patch);
        await batch.note(id, after);
        if (!isSame(current, after.next)) changed.push({ id, before, patch, ...after });
      } catch (error) {
        if (!(error instanceof SlotRefused)) throw error;
        refused.push(refusedOccurrence(error, (await batch.open()).zonesOf(error.candidate)));
      }
    }
    if (isLater) [changed, refused].forEach((each) => each.reverse());
    const skipped = refused.length === 0 ? [] : await withAlternatives(await batch.open(), refused);
    return { changed, skipped };
  }

  private async write(
    tx: EntityManager,
    id: number,
    { changed, skipped }: ChangeDecision,
    body: SeriesPatch,
  ): Promise<void> {
    await this.writes.update(tx, changed);
    const withNew = (member: 'start' | 'providerId') =>
      changed.filter(({ patch }) => patch[member] !== undefined).map((each) => each.id);
    await this.database.rows(REMEMBER_CHANGE, [withNew('start'), withNew('providerId')], tx);
    await this.database.rows(SET_SKIPPED, [id, JSON.stringify(skipped)], tx);
    for (const [message, subjects] of messagesAbout(changed))
      await this.messages.queue(tx, { message: toldBy(body, message), subjects, how: 'together' });
  }
}

function changesSomething(body: SeriesPatch): boolean {
  const { start, providerId, serviceId, locationId, notes, answers, status } = body;
  const members = [start, providerId, serviceId, locationId, notes, answers, status];
  return members.some((member) => member !== undefined);
}

/** What changes of one occurrence. */
function patchOf(
  { hasItsTime, hasItsProvider }: LockedOccurrence,
  { start, providerId, serviceId, locationId, notes, answers, status, ...cancellation }: SeriesPatch,
): AppointmentPatch {
  return {
    ...(hasItsTime && start !== undefined && { start }),
    ...(hasItsProvider && providerId !== undefined && { providerId }),
    ...(serviceId !== undefined && { serviceId }),
    ...(locationId !== undefined && { locationId }),
    ...(notes !== undefined && { notes }),
    ...(answers !== undefined && { answers }),
    ...(status !== undefined && {
      status,
      cancelledBy: cancellation.cancelledBy,
      cancelReason: cancellation.cancelReason,
    }),
  };
}

/** Whether one of the occurrences begins later on its own date than before. */
async function someMovesLater(
  batch: LazyBatch,
  patches: readonly { readonly before: LockedOccurrence; readonly patch: AppointmentPatch }[],
): Promise<boolean> {
  for (const { before, patch } of patches) {
    if (patch.start === undefined) continue;
    const { id, current } = before;
    const zones = await batch.zonesOf(candidateAfter(id, current, { ...current, ...setBy(patch) }, patch));
    const { timeMin } = localTimeOf(current.start, zones.at(current.start));
    if (patch.start > timeText(timeMin)) return true;
  }
  return false;
}

/** Everything that the occurrences may take after their changes: on their dates, in any zone. */
function scopeOf(
  patches: readonly { readonly before: LockedOccurrence; readonly patch: AppointmentPatch }[],
) {
  const pairs = patches.map(({ before: { current }, patch }) => ({
    serviceId: patch.serviceId ?? current.serviceId,
    providerId: patch.providerId ?? current.providerId,
  }));
  const starts = patches.map(({ before }) => before.current.start);
  const within = { start: Math.min(...starts) - DAY_MS, end: Math.max(...starts) + 2 * DAY_MS };
  return { pairs, within };
}

function refusedOccurrence({ reason, candidate }: SlotRefused, zones: DateZones): RefusedOccurrence {
  const { start } = candidate;
  const local = typeof start === 'number' ? localTimeOf(start, zones.at(start)) : start;
  return { start: local, reason, candidate };
}
