import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Candidate, SomeCandidate } from '../diary/decisions/candidate';
import { bookedAt } from '../booked-start';
import { givenAnswers } from '../answers/answers';
import { BookingAnswers } from '../answers/booking-answers';
import { HeldTimes } from '../diary/holds/held-times';
import { ProviderChoice } from '../diary/decisions/provider-choice';
import { CUSTOMER_LIMIT, CustomerLimit } from '../diary/decisions/customer-limit';
import { BookingCustomers } from '../../people/customers/booking-customers';
import type { Guest } from '../../people/customers/customer.entity';
import { toldTo } from '../../people/customers/told-guest';
import type { WriteContext } from '../../platform/database/write-context';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { ValidationError } from '../../platform/errors/errors';
import { answersInOrder, endWith } from '../../platform/database/connection/pipeline';
import { setBy } from '../diary/rows/appointment-columns';
import { assertAsHeld, candidateOf, type Held } from './changes/booking-time';
import { AppointmentWrites } from '../diary/writes/appointment-writes';
import type { AppointmentRow, ToldAppointment } from '../diary/rows/appointment-row';
import { BookingReferences } from '../diary/decisions/booking-references';
import { type BookedOffer, BookedOffers } from './changes/booked-offers';
import { BrowserLimit } from '../browser-limit/browser-limit';
import { BookingCounters } from '../diary/writes/booking-counters';
import { CustomerMessages, toldBy } from '../diary/writes/customer-messages';
import type { AppointmentCreate } from './dto/booking.dto';
import {
  assertPending,
  bookedTime,
  type BookedTime,
  expiryOf,
  newAppointment,
  pricesOf,
} from '../diary/writes/new-appointment';
import { waitingState } from '../diary/writes/web-bookings';
import { SlotRefused, refusedByConstraint } from '../diary/claims/slot-refused';
import { SlotRefusals } from '../availability/slot-refusals';

interface Booked {
  readonly row: AppointmentRow;
  readonly guest: Guest | null | undefined;
}

/** Books single appointments. */
@Injectable()
export class AppointmentsService {
  constructor(
    private readonly database: Database,
    private readonly choice: ProviderChoice,
    private readonly refusals: SlotRefusals,
    private readonly customers: BookingCustomers,
    private readonly customerLimit: CustomerLimit,
    private readonly browserLimit: BrowserLimit,
    private readonly holds: HeldTimes,
    private readonly references: BookingReferences,
    private readonly answers: BookingAnswers,
    private readonly writes: AppointmentWrites,
    private readonly messages: CustomerMessages,
    private readonly offers: BookedOffers,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books an appointment. The rows of the provider, or of all who may be chosen, and of all who may help are locked first, so that
   * bookings of one provider run one after another. The exclusion constraints on claims hold the rule even for a writer without that
   * lock.
   * @throws ValidationError of ids that name nothing, or where the body differs from its hold; NotBookableError, HoldExpiredError
   */
  async create(context: WriteContext, body: AppointmentCreate): Promise<ToldAppointment> {
    assertPending(body);
    const candidate = body.holdId === undefined ? candidateOf(body) : undefined;
    const { row, guest } = await this.refusals.explain(context, () =>
      this.database.pipelined(context, (tx) => this.book(context, tx, body, candidate)),
    );
    this.counters.done('booked');
    return toldTo(context, body, row, guest);
  }

  /**
   * Books a hold that is known once something else is locked. Alternatives of a refusal are searched after that lock is released, too.
   * @throws as `create`
   */
  async createLocked(
    context: WriteContext,
    lock: (tx: EntityManager) => Promise<AppointmentCreate>,
  ): Promise<ToldAppointment> {
    const { body, row, guest } = await this.refusals.explain(context, () =>
      this.database.transaction(context, async (tx) => {
        const found = await lock(tx);
        const { answers } = await this.book(context, tx, found, undefined);
        return { body: found, ...(await answers) };
      }),
    );
    this.counters.done('booked');
    return toldTo(context, body, row, guest);
  }

  private async findTime(
    context: WriteContext,
    tx: EntityManager,
    body: AppointmentCreate,
    candidate: SomeCandidate,
  ): Promise<BookedTime> {
    const { customerId, locationId, answers } = body;
    const [decision] = await answersInOrder([
      this.choice.decide(tx, candidate),
      this.references.assertFound(tx, { customerId, locationId }),
    ]);
    await this.answers.assertFit(tx, context, { service: decision.service, answers });
    return bookedTime(decision, body.price);
  }

  /**
   * Books the held time, even if it would be refused by now. An offer of the waitlist is decided again.
   * @throws HoldExpiredError, ValidationError where the body differs, SlotRefused of an offer
   */
  private async takeHold(
    context: WriteContext,
    tx: EntityManager,
    body: AppointmentCreate,
    holdId: string,
  ): Promise<BookedTime> {
    const used = await this.holds.useUp(context, tx, holdId);
    const { zone, session, seatNumbers, waitlistEntryId, requiredKeys, durationMin, ...heldOf } = used;
    const { maxActivePerCustomer, pendingMin, webStatus, price: seatPrice, ...held } = heldOf;
    assertAsHeld(body, held, zone);
    const { serviceId, providerId, start, seats } = held;
    await this.references.assertFound(tx, { customerId: body.customerId });
    const service = { id: serviceId, requiredKeys, maxActivePerCustomer, pendingMin, webStatus };
    await this.answers.assertFit(tx, context, { service, answers: body.answers });
    const prices = pricesOf(seatPrice, seats, body.price);
    const state = { ...held, ...(held.bookedStart === null && bookedAt(start, zone)), ...prices };
    const candidate = { serviceId, providerId, start };
    const claims = [session, seatNumbers] as const;
    const time = { state, claims, candidate, service, waitlistEntryId };
    if (waitlistEntryId === null || body.ignoreSchedule === true) return time;
    const again = await this.decideOffer(tx, { ...held, durationMin: durationMin ?? undefined });
    return { ...time, state: { ...state, ...again.state, ...prices }, claims: again.claims };
  }

  /**
   * Decides an offer again, as a booking: by the hours and absences of now, and with the helpers and resources that are free. Its hold,
   * which is used up, has only kept others out. @throws SlotRefused
   */
  private async decideOffer(
    tx: EntityManager,
    {
      serviceId,
      providerId,
      durationMin,
      start,
      end,
      seats,
      locationId,
    }: Held & Pick<Candidate, 'durationMin'>,
  ): Promise<BookedTime> {
    const what = { serviceId, providerId, durationMin, seats, locationId };
    const candidate = { ...what, start, end, keepsService: true };
    try {
      return bookedTime(await this.choice.decide(tx, candidate), null);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      // Since then the service has lost seats, or the duration, or what else was offered.
      const hasFewerSeats = Object.hasOwn(error.details, 'seats');
      throw new SlotRefused(hasFewerSeats ? 'session_full' : 'service_unavailable', candidate);
    }
  }

  /** Takes two round trips: one for all reads, one for all writes. A service that needs resources takes more. */
  private async book(
    context: WriteContext,
    tx: EntityManager,
    body: AppointmentCreate,
    candidate: SomeCandidate | undefined,
  ) {
    const { holdId = '', metadata = {} } = body;
    const [time, customer, reserved] = await answersInOrder([
      candidate === undefined
        ? this.takeHold(context, tx, body, holdId)
        : this.findTime(context, tx, body, candidate),
      this.customers.find(context, tx, body),
      this.writes.reserve(tx),
    ]);
    const settled = await this.customers.settle(context, tx, body, customer);
    const { party, guest, customerName, written } = settled;
    if (time.service.maxActivePerCustomer !== null && body.ignoreSchedule !== true) {
      await written;
      await this.assertWithinLimit(tx, time, party.customerId);
    }
    if (context.visitor !== undefined) {
      await written;
      await this.browserLimit.assertLeft(context, tx, party.customerId, 1);
    }
    const names = time.names && { ...time.names, customerName };
    const now = this.clock.now();
    const expiresAt = expiryOf(body, time, now);
    const answers = givenAnswers(body.answers);
    const waiting = waitingState(context, [time.service], now);
    const common = { ...setBy(body), ...party, metadata, answers, expiresAt, ...waiting };
    const appointment = { ...newAppointment(time, common, guest), names };
    const { id } = reserved;
    return endWith(
      [
        written,
        refusedByConstraint(time.candidate, this.writes.insertReserved(tx, reserved, appointment)),
        this.messages.queue(tx, { message: toldBy(body, 'confirmation'), subjects: [{ id }], how: 'booked' }),
        this.recordOffer(tx, time, { id, customerId: party.customerId }),
        this.browserLimit.record(context, tx, [id]),
      ],
      ([, row]): Booked => ({ row, guest }),
    );
  }

  /** @throws SlotRefused */
  private async assertWithinLimit(
    tx: EntityManager,
    { candidate, service }: BookedTime,
    customerId: number,
  ): Promise<void> {
    if ((await this.customerLimit.left(tx, service, customerId)) === 0)
      throw new SlotRefused('limit_reached', candidate, CUSTOMER_LIMIT);
  }

  private async recordOffer(
    tx: EntityManager,
    { waitlistEntryId = null }: BookedTime,
    appointment: BookedOffer,
  ): Promise<void> {
    if (waitlistEntryId !== null) await this.offers.record(tx, waitlistEntryId, appointment);
  }
}
