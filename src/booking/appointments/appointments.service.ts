import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readQuestion } from '../availability/question';
import type { Snapshot } from '../availability/snapshot/snapshot';
import { HoldsService } from '../holds/holds.service';
import { AvailabilityService } from '../availability/availability.service';
import type { Booking } from '../availability/decisions/decision';
import type { Question } from '../availability/engine';
import { valuesOfPlacement } from '../claims/claims.statements';
import { Clock } from '../../platform/clock';
import { NotFoundError } from '../../platform/errors/errors';
import { BookingCustomers } from '../../people/customers/booking-customers';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { inOrder, LastStatements } from '../../platform/database/connection/pipeline';
import { parseTime } from '../../platform/time/local-date';
import { assertPreconditions } from '../../platform/database/preconditions';
import { ProviderLock } from '../../business/providers/provider-lock';
import { isSame, messageAbout, outcomeOf } from './changes/appointment-change';
import { type AppointmentState, setBy, UNSET, valuesOf } from './appointment-columns';
import { askedOf, assertAsHeld } from './changes/booking-time';
import { AppointmentInsertion, type NewAppointment } from './appointment-insertion';
import { AppointmentLock } from './changes/appointment-lock';
import { AppointmentMapper } from './appointment-mapper';
import type { AppointmentRow } from './appointment-row';
import { occupies } from './appointment-status';
import {
  bookingAfter,
  bookingOf,
  changedAppointment,
  type ChangedAppointment,
  type Decider,
} from './changes/changed-appointment';
import { AppointmentsQueries } from './appointments.queries';
import { DELETE, UPDATES } from './appointments.statements';
import { BookingReferences } from './changes/booking-references';
import { type BookedOffer, BookedOffers } from './changes/booked-offers';
import { BookingCounters, type Outcome } from '../claims/booking-counters';
import { CustomerMessages } from './changes/customer-messages';
import type { AppointmentCreate, AppointmentPatch } from './dto/appointment-write.dto';
import { SlotRefusals, SlotRefused, refusedByConstraint } from '../claims/slot-refused';

/** Books, changes and removes appointments. But for `AppointmentBatches`, nothing else writes them. */
@Injectable()
export class AppointmentsService {
  constructor(
    private readonly database: Database,
    private readonly queries: AppointmentsQueries,
    private readonly availability: AvailabilityService,
    private readonly refusals: SlotRefusals,
    private readonly customers: BookingCustomers,
    private readonly holds: HoldsService,
    private readonly providerLock: ProviderLock,
    private readonly references: BookingReferences,
    private readonly lock: AppointmentLock,
    private readonly insertion: AppointmentInsertion,
    private readonly mapper: AppointmentMapper,
    private readonly messages: CustomerMessages,
    private readonly offers: BookedOffers,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books an appointment. The provider's row is locked first, so that bookings of one provider queue up rather than collide;
   * the exclusion constraints on claims have the last word all the same.
   * @throws ValidationError of ids that name nothing, or where the body differs from its hold; NotBookableError, HoldExpiredError
   */
  async create(context: WriteContext, body: AppointmentCreate): Promise<AppointmentRow> {
    const find = this.finderOf(body);
    const row = await this.refusals.explain(context, () =>
      this.database.pipelined(context, (tx) => this.book(tx, body, find)),
    );
    this.counters.done('booked');
    return row;
  }

  /**
   * Changes what the body names. A new time, provider or service is checked like a booking; a freed appointment that is to
   * occupy its time again is checked against what is taken alone, and so is a change of seats or resources.
   * @throws NotFoundError, PreconditionFailedError, ValidationError of ids that name nothing, NotBookableError
   */
  async change(context: WriteContext, id: number, body: AppointmentPatch): Promise<AppointmentRow> {
    const { row, outcome } = await this.refusals.explain(context, () =>
      this.database.pipelined(context, (tx) => this.apply(context, tx, id, body)),
    );
    this.counters.done(outcome);
    return row;
  }

  /** Removes an appointment for good; a customer who was expected gets a message. @throws NotFoundError, PreconditionFailedError */
  async remove(context: WriteContext, id: number): Promise<void> {
    const outcome = await this.database.pipelined(context, async (tx) => {
      const current = await this.lock.takeRow(tx, id);
      if (current === undefined) throw new NotFoundError('appointment');
      await this.assertAsExpected(context, tx, id);
      const isFreed = occupies(current.status);
      return new LastStatements(
        inOrder([
          this.messages.queue(tx, id, isFreed ? 'cancellation' : undefined),
          this.database.rows(DELETE, [id], tx),
        ]).then(() => (isFreed ? ('cancelled' as const) : undefined)),
      );
    });
    this.counters.done(outcome);
  }

  /** How a booking gets its time: out of a hold, or as it asks. @throws ValidationError for a time that cannot be read */
  private finderOf(body: AppointmentCreate): FindTime {
    const { holdId } = body;
    if (holdId !== undefined) return (tx) => this.takeHold(tx, body, holdId);
    const asked = askedOf(body);
    const question = { start: readQuestion(asked).start, ignoreSchedule: body.ignoreSchedule };
    return (tx) => this.findTime(tx, body, bookingOf(asked, body), question);
  }

  private async findTime(
    tx: EntityManager,
    body: AppointmentCreate,
    booking: Booking,
    question: Question,
  ): Promise<BookedTime> {
    const [, , { verdict, service, timeZone }] = await inOrder([
      this.providerLock.take(tx, [booking.providerId]),
      this.references.assertFound(tx, body),
      this.availability.decide(booking, question, tx),
    ]);
    if (!verdict.bookable) throw new SlotRefused(verdict.reason, booking, question);
    const { start, end, placement } = verdict;
    const { busy, resourceIds } = placement;
    const { serviceId, providerId, locationId = null, seats = 1 } = booking;
    const state = {
      serviceId,
      providerId,
      locationId,
      seats,
      start,
      end,
      busy,
      resourceIds,
      price: service.price,
    };
    const shown = { serviceName: service.name, timeZone };
    return { state, booking, question, claims: valuesOfPlacement(placement), shown };
  }

  /** What is held is booked, even if it would be refused by now. @throws HoldExpiredError, ValidationError where the body differs */
  private async takeHold(tx: EntityManager, body: AppointmentCreate, holdId: string): Promise<BookedTime> {
    const { zone, session, seatNumbers, waitlistEntryId, ...state } = await this.holds.take(tx, holdId);
    assertAsHeld(body, state, zone);
    await this.references.assertFound(tx, { customerId: body.customerId });
    const { serviceId, providerId, start } = state;
    const booking = { serviceId, providerId };
    return { state, booking, question: { start }, claims: [session, seatNumbers], waitlistEntryId };
  }

  /** Two round trips where `find` needs one: what it reads, then what it writes. */
  private async book(
    tx: EntityManager,
    body: AppointmentCreate,
    find: FindTime,
  ): Promise<LastStatements<AppointmentRow>> {
    const [time, customer, before] = await inOrder([
      find(tx),
      this.customers.find(tx, body),
      this.insertion.prepare(tx),
    ]);
    const { metadata = {} } = body;
    const { party, customerName, written } = await this.customers.settle(tx, body, customer);
    const state: AppointmentState = Object.assign(
      { ...UNSET, status: 'confirmed' as const, paymentStatus: 'none' as const, metadata },
      setBy(body),
      party,
      time.state,
    );
    const { id } = before;
    const shown = time.shown && Object.assign({}, time.shown, { customerName });
    const inserted = this.insertion.insert(tx, before, { state, claims: time.claims, shown });
    return new LastStatements(
      inOrder([
        written,
        refusedByConstraint(time.booking, time.question, inserted),
        this.messages.queue(tx, id, 'confirmation'),
        this.recordOffer(tx, time, { id, customerId: party.customerId }),
      ]).then(([, row]) => row),
    );
  }

  private async recordOffer(
    tx: EntityManager,
    { waitlistEntryId = null }: BookedTime,
    appointment: BookedOffer,
  ): Promise<void> {
    if (waitlistEntryId !== null) await this.offers.record(tx, waitlistEntryId, appointment);
  }

  private async apply(
    context: WriteContext,
    tx: EntityManager,
    id: number,
    body: AppointmentPatch,
  ): Promise<LastStatements<{ row: AppointmentRow; outcome: Outcome | undefined }>> {
    const { customerId, locationId } = body;
    const [{ current, zone, wasMoved }, , read] = await inOrder([
      this.lock.take(tx, id, body.providerId),
      this.references.assertFound(tx, { customerId, locationId, appointmentId: id }),
      this.readForMove(tx, id, body),
    ]);
    await this.assertAsExpected(context, tx, id);
    const decider = this.deciderIn(tx, wasMoved ? undefined : read);
    const { next, claims } = await changedAppointment(decider, id, current, body, zone);
    const message = messageAbout(current, next);
    const change = isSame(current, next) ? [] : [this.update(tx, id, current, { next, claims }, body)];
    return new LastStatements(
      inOrder([Promise.all(change), this.messages.queue(tx, id, message), this.queries.get(id, tx)]).then(
        ([, , row]) => ({ row, outcome: outcomeOf(current, next) }),
      ),
    );
  }

  private update(
    tx: EntityManager,
    id: number,
    current: AppointmentState,
    { next, claims }: ChangedAppointment,
    body: AppointmentPatch,
  ): Promise<unknown> {
    const stay = { start: next.start, end: next.end, excludeAppointmentId: id };
    const [change, placement] =
      typeof claims === 'string' ? [claims, []] : ['taken' as const, valuesOfPlacement(claims)];
    const values = [...valuesOf(next), new Date(this.clock.now()), id, ...placement];
    const updated = this.database.rows(UPDATES[change], values, tx);
    return refusedByConstraint(bookingAfter(current, next, body), stay, updated);
  }

  /** What the decision on a new start reads; undefined when the body does not name the whole start. */
  private async readForMove(
    tx: EntityManager,
    id: number,
    { date, start, serviceId, providerId }: AppointmentPatch,
  ): Promise<Snapshot | undefined> {
    if (start === undefined || (date === undefined && parseTime(start) !== undefined)) return undefined;
    const { start: asked } = readQuestion({ date, start });
    return this.availability.snapshotForMove(id, { serviceId, providerId }, { start: asked }, tx);
  }

  private assertAsExpected(context: WriteContext, tx: EntityManager, id: number): Promise<void> {
    return assertPreconditions(context, async () => this.mapper.toResponse(await this.queries.get(id, tx)));
  }

  /** @param read the snapshot for the new start, when it was read already */
  private deciderIn(tx: EntityManager, read: Snapshot | undefined): Decider {
    return {
      decide: (booking, asked) => this.availability.decide(booking, asked, tx, read),
      placementOf: (booking, stay, id) => this.availability.placementOf(booking, stay, id, tx),
    };
  }
}

type FindTime = (tx: EntityManager) => Promise<BookedTime>;

/** The time that a booking gets. */
interface BookedTime {
  readonly state: Pick<
    AppointmentState,
    'serviceId' | 'providerId' | 'locationId' | 'seats' | 'start' | 'end' | 'busy' | 'resourceIds' | 'price'
  >;
  /** What was asked, for a refusal by a constraint. */
  readonly booking: Booking;
  readonly question: Question;
  readonly claims: NewAppointment['claims'];
  /** Undefined: not read. */
  readonly shown?: Pick<AppointmentRow, 'serviceName' | 'timeZone'>;
  /** The entry of the waitlist that was offered the time. */
  readonly waitlistEntryId?: number | null;
}
