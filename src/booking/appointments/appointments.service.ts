import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readQuestion, type UnresolvedQuestion } from '../availability/question';
import { HoldsService } from '../holds/holds.service';
import { AvailabilityService } from '../availability/availability.service';
import type { Booking } from '../availability/decisions/decision';
import { valuesOfPlacement } from '../claims/claims.statements';
import { BookingCustomers } from '../../people/customers/booking-customers';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { inOrder, LastStatements } from '../../platform/database/connection/pipeline';
import { ProviderLock } from '../../business/providers/provider-lock';
import { type AppointmentState, setBy, UNSET } from './appointment-columns';
import { namedBy, assertAsHeld } from './changes/booking-time';
import { AppointmentInsertion, type NewAppointment } from './appointment-insertion';
import type { AppointmentRow } from './appointment-row';
import { bookingOf } from './changes/changed-appointment';
import { BookingReferences } from './changes/booking-references';
import { type BookedOffer, BookedOffers } from './changes/booked-offers';
import { BookingCounters } from '../claims/booking-counters';
import { CustomerMessages } from './changes/customer-messages';
import type { AppointmentCreate } from './dto/appointment-write.dto';
import { type AskedStart, SlotRefusals, SlotRefused, refusedByConstraint } from '../claims/slot-refused';

/** Books appointments. `AppointmentBatches` books several at once; nothing else inserts them. */
@Injectable()
export class AppointmentsService {
  constructor(
    private readonly database: Database,
    private readonly availability: AvailabilityService,
    private readonly refusals: SlotRefusals,
    private readonly customers: BookingCustomers,
    private readonly holds: HoldsService,
    private readonly providerLock: ProviderLock,
    private readonly references: BookingReferences,
    private readonly insertion: AppointmentInsertion,
    private readonly messages: CustomerMessages,
    private readonly offers: BookedOffers,
    private readonly counters: BookingCounters,
  ) {}

  /**
   * Books an appointment. The provider's row is locked first, so that bookings of one provider queue up rather than collide;
   * the exclusion constraints on claims have the last word all the same.
   * @throws ValidationError of ids that name nothing, or where the body differs from its hold; NotBookableError, HoldExpiredError
   */
  async create(context: WriteContext, body: AppointmentCreate): Promise<AppointmentRow> {
    const request = requestOf(body);
    const row = await this.refusals.explain(context, () =>
      this.database.pipelined(context, (tx) => this.book(tx, body, request)),
    );
    this.counters.done('booked');
    return row;
  }

  private async findTime(
    tx: EntityManager,
    body: AppointmentCreate,
    { booking, question }: TimeRequest,
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
      price: body.price === undefined ? service.price : body.price,
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
    if (body.price !== undefined) Object.assign(state, { price: body.price });
    return { state, booking, question: { start }, claims: [session, seatNumbers], waitlistEntryId };
  }

  /** Two round trips where the time needs one: what it reads, then what it writes. */
  private async book(
    tx: EntityManager,
    body: AppointmentCreate,
    request: BookingRequest,
  ): Promise<LastStatements<AppointmentRow>> {
    const [time, customer, before] = await inOrder([
      'holdId' in request ? this.takeHold(tx, body, request.holdId) : this.findTime(tx, body, request),
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
}

/** A time that is free, by the rules of bookings. */
interface TimeRequest {
  readonly booking: Booking;
  readonly question: UnresolvedQuestion;
}

/** Where a booking gets its time: out of a hold, or as its body names it. */
type BookingRequest = TimeRequest | { readonly holdId: string };

/** @throws ValidationError for a time that cannot be read */
function requestOf(body: AppointmentCreate): BookingRequest {
  const { holdId, ignoreSchedule } = body;
  if (holdId !== undefined) return { holdId };
  const named = namedBy(body);
  return { booking: bookingOf(named, body), question: { ...readQuestion(named), ignoreSchedule } };
}

/** The time that a booking gets. */
interface BookedTime {
  readonly state: Pick<
    AppointmentState,
    'serviceId' | 'providerId' | 'locationId' | 'seats' | 'start' | 'end' | 'busy' | 'resourceIds' | 'price'
  >;
  /** What was asked, for a refusal by a constraint. */
  readonly booking: Booking;
  readonly question: AskedStart;
  readonly claims: NewAppointment['claims'];
  /** Undefined: not read. */
  readonly shown?: Pick<AppointmentRow, 'serviceName' | 'timeZone'>;
  /** The entry of the waitlist that was offered the time. */
  readonly waitlistEntryId?: number | null;
}
