import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readQuestion } from '../availability/question';
import { AvailabilityService } from '../availability/availability.service';
import { occupied, type Question } from '../availability/engine';
import { Clock } from '../../platform/clock';
import { NotFoundError, ValidationError } from '../../platform/errors/errors';
import { BookingCustomers } from '../../people/customers/booking-customers';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { assertPreconditions } from '../../platform/database/preconditions';
import { ProviderLock } from '../../business/providers/provider-lock';
import { isSame, mayOverlap, messageAbout, outcomeOf, questionOfChange } from './appointment-change';
import { type AppointmentState, setBy, UNSET, valuesOf } from './appointment-columns';
import { AppointmentLock } from './appointment-lock';
import { AppointmentMapper } from './appointment-mapper';
import type { AppointmentRow } from './appointment-row';
import { occupies } from './appointment-status';
import { AppointmentsQueries } from './appointments.queries';
import { DELETE, FIND_REFERENCES, INSERT, UPDATE } from './appointments.statements';
import { BookingCounters, type Outcome } from '../claims/booking-counters';
import { CustomerMessages } from './customer-messages';
import type { AppointmentCreate, AppointmentPatch } from './dto/appointment-write.dto';
import { SlotRefusals, SlotRefused, refusedByConstraint } from '../claims/slot-refused';

/** Books, changes and removes appointments. Nothing else writes them. */
@Injectable()
export class AppointmentsService {
  constructor(
    private readonly database: Database,
    private readonly queries: AppointmentsQueries,
    private readonly availability: AvailabilityService,
    private readonly refusals: SlotRefusals,
    private readonly customers: BookingCustomers,
    private readonly providerLock: ProviderLock,
    private readonly lock: AppointmentLock,
    private readonly mapper: AppointmentMapper,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books an appointment. The provider's row is locked first, so that bookings of one provider queue up rather than collide;
   * the exclusion constraint on claims has the last word all the same.
   * @throws ValidationError of ids that name nothing, NotBookableError
   */
  async create(context: WriteContext, body: AppointmentCreate): Promise<AppointmentRow> {
    const { start } = readQuestion(body);
    const question = { start, ignoreSchedule: body.ignoreSchedule };
    const row = await this.refusals.explain(context, () =>
      this.database.transaction(context, (tx) => this.book(tx, body, question)),
    );
    this.counters.done('booked');
    return row;
  }

  /**
   * Changes what the body names. A new time, provider or service is checked like a booking; a freed appointment that is to
   * occupy its time again is checked against the overlap rule alone.
   * @throws NotFoundError, PreconditionFailedError, ValidationError of ids that name nothing, NotBookableError
   */
  async change(context: WriteContext, id: number, body: AppointmentPatch): Promise<AppointmentRow> {
    const { row, outcome } = await this.refusals.explain(context, () =>
      this.database.transaction(context, (tx) => this.apply(context, tx, id, body)),
    );
    this.counters.done(outcome);
    return row;
  }

  /** Removes an appointment for good; a customer who was expected gets a message. @throws NotFoundError, PreconditionFailedError */
  async remove(context: WriteContext, id: number): Promise<void> {
    const outcome = await this.database.transaction(context, async (tx) => {
      const current = await this.lock.takeRow(tx, id);
      if (current === undefined) throw new NotFoundError('appointment');
      await this.assertAsExpected(context, tx, id);
      if (occupies(current.status)) await this.messages.queue(tx, id, 'cancellation');
      await this.database.rows(DELETE, [id], tx);
      return occupies(current.status) ? 'cancelled' : undefined;
    });
    this.counters.done(outcome);
  }

  private async book(
    tx: EntityManager,
    body: AppointmentCreate,
    question: Question,
  ): Promise<AppointmentRow> {
    await this.providerLock.take(tx, [body.providerId]);
    await this.assertReferences(tx, body);
    const { verdict, service } = await this.availability.decide(body, question, tx);
    if (!verdict.bookable) throw new SlotRefused(verdict.reason, body, question);
    const { start, end, busy } = verdict;
    const state: AppointmentState = {
      ...UNSET,
      status: 'confirmed',
      paymentStatus: 'none',
      ...setBy(body),
      providerId: body.providerId,
      serviceId: body.serviceId,
      ...(await this.customers.resolve(tx, body)),
      start,
      end,
      busy,
      price: service.price,
    };
    const values = [...valuesOf(state), new Date(this.clock.now())];
    const inserted = this.database.rows<AppointmentRow>(INSERT, values, tx);
    const [row] = await refusedByConstraint(body, question, inserted);
    if (row === undefined) throw new Error('the insert returns the row');
    await this.messages.queue(tx, row.id, 'confirmation');
    return row;
  }

  private async apply(
    context: WriteContext,
    tx: EntityManager,
    id: number,
    body: AppointmentPatch,
  ): Promise<{ row: AppointmentRow; outcome: Outcome | undefined }> {
    const { current, zone } = await this.lock.take(tx, id, body.providerId);
    await this.assertAsExpected(context, tx, id);
    await this.assertReferences(tx, body);
    const next = await this.stateAfter(tx, id, current, body, zone);
    if (!isSame(current, next)) {
      const stay = { start: next.start, end: next.end, excludeAppointmentId: id };
      const values = [...valuesOf(next), new Date(this.clock.now()), id];
      await refusedByConstraint(next, stay, this.database.rows(UPDATE, values, tx));
      const message = messageAbout(current, next);
      if (message !== undefined) await this.messages.queue(tx, id, message);
    }
    return { row: await this.queries.get(id, tx), outcome: outcomeOf(current, next) };
  }

  private assertAsExpected(context: WriteContext, tx: EntityManager, id: number): Promise<void> {
    return assertPreconditions(context, async () => this.mapper.toResponse(await this.queries.get(id, tx)));
  }

  /** @throws SlotRefused when the calendar does not allow the change */
  private async stateAfter(
    tx: EntityManager,
    id: number,
    current: AppointmentState,
    body: AppointmentPatch,
    zone: string,
  ): Promise<AppointmentState> {
    const named = withAttendee(current, { ...current, ...setBy(body) });
    const question = questionOfChange(id, current, body, zone);
    if (question === undefined) {
      await this.assertStillFree(tx, id, current, named);
      return named;
    }
    const { verdict, service } = await this.availability.decide(named, question, tx);
    if (!verdict.bookable && !mayOverlap(verdict, named.status))
      throw new SlotRefused(verdict.reason, named, question);
    const { start, end } = verdict;
    const price = service.id === current.serviceId ? current.price : service.price;
    return { ...named, start, end, busy: occupied(service, { start, end }), price };
  }

  /** A freed appointment may occupy its time again only while no other one does. @throws SlotRefused */
  private async assertStillFree(
    tx: EntityManager,
    id: number,
    before: AppointmentState,
    after: AppointmentState,
  ): Promise<void> {
    if (occupies(before.status) || !occupies(after.status)) return;
    if (await this.availability.isStillFree(after, after.busy, id, tx)) return;
    const { start, end } = after;
    throw new SlotRefused('slot_taken', after, { start, end, excludeAppointmentId: id });
  }

  private async assertReferences(
    tx: EntityManager,
    { customerId, locationId }: AppointmentPatch,
  ): Promise<void> {
    if (customerId === undefined && typeof locationId !== 'number') return;
    const values = [customerId ?? null, locationId ?? null];
    const [found] = await this.database.rows<Record<string, boolean>>(FIND_REFERENCES, values, tx);
    const missing = Object.entries(found ?? {}).filter(([, exists]) => !exists);
    if (missing.length === 0) return;
    throw new ValidationError(
      Object.fromEntries(missing.map(([member]) => [member, `names no ${member.slice(0, -'Id'.length)}`])),
    );
  }
}

/** The attendee is known of the person who booked; a change of the customer drops it. */
function withAttendee(before: AppointmentState, after: AppointmentState): AppointmentState {
  if (before.customerId === after.customerId) return after;
  return { ...after, attendeeName: null, attendeePhone: null };
}
