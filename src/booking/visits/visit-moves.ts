import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import type { Guest } from '../../people/customers/customer.entity';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import { MINUTE_MS } from '../../platform/time/units';
import { DateZones } from '../engine';
import { type Answers, givenAnswers } from '../answers/answers';
import { BookingAnswers } from '../answers/booking-answers';
import { requestedStart } from '../appointments/changes/appointment-change';
import {
  type BatchChange,
  cancelled,
  type ExpectedAppointment,
  type UpdatedAppointment,
} from '../diary/writes/batch-changes';
import type { LockedAppointments } from '../diary/locks/batch-lock';
import type { AppointmentState } from '../diary/rows/appointment-columns';
import { type CommonState, newAppointment } from '../diary/writes/new-appointment';
import { type WaitingState, waitingState } from '../diary/writes/web-bookings';
import { instantAt } from '../diary/decisions/candidate';
import { ToldGuests } from '../guests/told-guests';
import type { Among } from '../diary/snapshot/taken';
import { MAX_GAP_MIN } from '../availability/visits/dto/visit-search.dto';
import { type RequestedItem, type RequestedVisit, serviceOf } from '../diary/visits/visit-snapshot';
import type { VisitCreateItem, VisitPatch } from './dto/visit-write.dto';
import { type PlannedTime, type PlannedVisit, timesOf } from '../diary/visits/planned-visit';
import { VisitPlanning } from '../diary/visits/visit-planning';

/** The part of a change that says when, and which services. */
type VisitMove = Pick<VisitPatch, 'date' | 'start' | 'items' | 'maxGapMin'>;

/** Gives visits another time and other items. */
@Injectable()
export class VisitMoves {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly planning: VisitPlanning,
    private readonly answers: BookingAnswers,
    private readonly guests: ToldGuests,
    private readonly clock: Clock,
  ) {}

  /** Whom and what to lock, besides those who give the visit. */
  async choose(tx: EntityManager, upcoming: readonly ExpectedAppointment[], move: VisitMove): Promise<Among> {
    const [first] = upcoming;
    if (first === undefined) return {};
    return this.planning.choose(tx, requestedAfter(upcoming, move), this.startOf(first, move).start);
  }

  /**
   * Each item takes the place of the appointment in its order; more are booked, and the appointments after the last item are cancelled.
   * The visit's own time is not in its way.
   * @throws VisitRefused, ValidationError
   */
  async decide(
    context: WriteContext,
    tx: EntityManager,
    { expected: upcoming, providers }: LockedAppointments,
    { resourceIds }: Among,
    move: VisitMove,
  ): Promise<BatchChange> {
    const [first] = upcoming;
    if (first === undefined) throw nothingToCome(move);
    const { start, zones } = this.startOf(first, move);
    if (instantAt(start, zones.of(start)) === first.start && isPartOf(upcoming, move)) {
      return { updates: firstOf(upcoming, move.items?.length), added: [] };
    }
    const requested = requestedAfter(upcoming, move);
    const among = { providerIds: [...providers.keys()], resourceIds };
    const snapshot = await this.planning.read(tx, requested, start, among);
    const answers = await this.answersAfter(context, tx, { requested, snapshot }, upcoming, move);
    const planned = await this.planning.plan(tx, snapshot, requested, start);
    await this.planning.assertWithinLimits(tx, planned, {
      customerId: first.customerId,
      had: (id) => upcoming.filter(({ serviceId }) => serviceId === id).length,
    });
    // What a narrowed key adds to a visit says no more of the customer than the visit.
    const guest = context.reach && (await this.guests.storedOf(tx, first.id));
    const times = timesOf(planned);
    const waiting = waitingState(
      context,
      times.map(({ service }) => service),
      this.clock.now(),
    );
    return changeTo(upcoming, times, answers, { common: inCommon(first), guest, waiting });
  }

  private startOf(first: ExpectedAppointment, move: VisitMove) {
    const zones = new DateZones(first.bookedZone ?? this.config.businessTimeZone);
    return { start: requestedStart(first, move, zones), zones };
  }

  /** The answers of each item. @throws ValidationError */
  private async answersAfter(
    context: WriteContext,
    tx: EntityManager,
    { requested, snapshot }: Pick<PlannedVisit, 'requested' | 'snapshot'>,
    upcoming: readonly ExpectedAppointment[],
    { items = [] }: VisitMove,
  ): Promise<readonly Answers[]> {
    const change = this.answers.changesIn(tx);
    const after: Answers[] = [];
    for (const [i, item] of requested.items.entries()) {
      const [current, written, path] = [upcoming[i], items[i]?.answers, `items[${i}].answers`];
      if (current === undefined)
        await this.answers.assertFit(tx, context, {
          service: serviceOf(snapshot, item),
          answers: written,
          path,
        });
      after.push(
        current === undefined
          ? givenAnswers(written)
          : await change(item.serviceId, current.answers, written, path),
      );
    }
    return after;
  }
}

/** Whether the items are the first ones of a visit as they are. */
function isPartOf(upcoming: readonly ExpectedAppointment[], { items = [] }: VisitMove): boolean {
  return items.every((item, i) => {
    const { serviceId, providerId } = upcoming[i] ?? {};
    const isSame = item.serviceId === serviceId && (item.providerId ?? providerId) === providerId;
    return isSame && item.durationMin === undefined && item.answers === undefined;
  });
}

/** The first appointments stay, and the others are cancelled. @param count undefined: all stay */
function firstOf(upcoming: readonly ExpectedAppointment[], count = upcoming.length): UpdatedAppointment[] {
  return upcoming.map(({ id, ...before }, i) =>
    i < count ? { id, before, next: before, claims: 'kept' } : cancelled({ id, ...before }, {}),
  );
}

/** An appointment of a visit that gets another time. */
type MovedAppointment = Pick<
  ExpectedAppointment,
  'id' | 'serviceId' | 'providerId' | 'locationId' | 'seats' | 'start' | 'end'
> &
  Partial<Pick<ExpectedAppointment, 'resourceIds' | 'team'>>;

/** The visit that is to be planned in the place of the appointments. */
export function requestedAfter(
  upcoming: readonly MovedAppointment[],
  { items, maxGapMin = longestGapMin(upcoming) }: VisitMove,
): RequestedVisit {
  const [first] = upcoming;
  const isAtOnePlace = upcoming.every(({ locationId }) => locationId === first?.locationId);
  return {
    items: items?.map((item, i) => itemAfter(item, upcoming[i])) ?? upcoming.map(keptItem),
    maxGapMin,
    seats: first?.seats,
    locationId: isAtOnePlace ? first?.locationId : null,
    excludeAppointmentIds: upcoming.map(({ id }) => id),
  };
}

/** An item with the service of the appointment in its place keeps its provider and its length, unless it names others. */
function itemAfter(item: VisitCreateItem, current: MovedAppointment | undefined): RequestedItem {
  if (current?.serviceId !== item.serviceId) return item;
  const { serviceId, providerId = current.providerId, durationMin } = item;
  return durationMin === undefined
    ? { ...keptItem(current), providerId }
    : { serviceId, providerId, durationMin };
}

function keptItem({
  serviceId,
  providerId,
  start,
  end,
  resourceIds = [],
  team = [],
}: MovedAppointment): RequestedItem {
  return { serviceId, providerId, kept: { lengthMs: end - start, resourceIds, team } };
}

/** The longest time that the customer waits by now, as far as a visit may have it. */
function longestGapMin(upcoming: readonly MovedAppointment[]): number {
  const gaps = upcoming.slice(1).map(({ start }, i) => (start - (upcoming[i]?.end ?? start)) / MINUTE_MS);
  return Math.min(MAX_GAP_MIN, Math.max(0, ...gaps));
}

/** What all appointments of a changed visit have. */
interface WithAll {
  readonly common: CommonState;
  readonly guest: Guest | null | undefined;
  readonly waiting: WaitingState | undefined;
}

function changeTo(
  upcoming: readonly ExpectedAppointment[],
  times: readonly PlannedTime[],
  answers: readonly Answers[],
  { common, guest, waiting }: WithAll,
): BatchChange {
  const updates = upcoming.map((each, i) => {
    const time = times[i];
    return time === undefined
      ? cancelled(each, {})
      : moved(each, time, { answers: answers[i] ?? {}, ...waiting });
  });
  const added = times.slice(upcoming.length).map((time, i) => {
    return newAppointment(
      time,
      { ...common, answers: answers[upcoming.length + i] ?? {}, ...waiting },
      guest,
    );
  });
  return { updates, added };
}

/** A new service brings its price. */
function moved(
  { id, ...current }: ExpectedAppointment,
  { state, placement }: PlannedTime,
  set: Pick<AppointmentState, 'answers'> & Partial<WaitingState>,
): UpdatedAppointment {
  const { price, seatPrice } = state.serviceId === current.serviceId ? current : state;
  const next = { ...current, ...state, price, seatPrice, ...set };
  return { id, before: current, next, claims: placement };
}

/** What a further appointment has in common with the first: all but what it takes, what was paid, and that it has begun. */
function inCommon(first: ExpectedAppointment): CommonState {
  return { ...first, paymentStatus: 'none', startedAt: null };
}

function nothingToCome({ items, start }: VisitMove): ValidationError {
  const member = start !== undefined ? 'start' : items !== undefined ? 'items' : 'date';
  return new ValidationError({ [member]: 'cannot change: nothing of the visit is still to come' });
}
