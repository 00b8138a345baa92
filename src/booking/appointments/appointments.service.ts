import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AvailabilityService } from '../availability/availability.service';
import type { Question } from '../availability/engine';
import { parseTime } from '../../platform/time/local-date';
import { Clock } from '../../platform/clock';
import { NotFoundError, ValidationError } from '../../platform/errors/errors';
import { present } from '../../platform/present';
import { Config } from '../../platform/config/config';
import { CustomersService } from '../../people/customers/customers.service';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { assertPreconditions } from '../../platform/database/preconditions';
import { BookingCounters, type Outcome } from './booking-counters';
import { CustomerMessages } from './customer-messages';
import { ProviderLock } from '../../business/providers/provider-lock';
import {
  type AppointmentState,
  eventOf,
  isSame,
  moveAsked,
  outcomeOf,
  unopposed,
} from './appointment-change';
import { OCCUPYING } from './appointment.entity';
import type { AppointmentRow } from './appointment-row';
import { AppointmentsQueries } from './appointments.queries';
import {
  DELETE,
  FIND_PROVIDER,
  FIND_REFERENCES,
  INSERT,
  LOCK_STATE,
  UPDATE,
  valuesOf,
} from './appointments.statements';
import type { AppointmentCreate } from './dto/appointment-create.dto';
import type { AppointmentPatch } from './dto/appointment-patch.dto';
import { toAppointmentResponse } from './dto/appointment.response';
import { SlotRefusals, SlotRefused, underConstraint } from './slot-refused';

/** Books, moves and cancels. Writes appointments; the only one who does. */
@Injectable()
export class AppointmentsService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: AppointmentsQueries,
    private readonly availability: AvailabilityService,
    private readonly refusals: SlotRefusals,
    private readonly customers: CustomersService,
    private readonly providerLock: ProviderLock,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books. The provider's row is locked first, so that bookings of one provider queue up rather than collide; the
   * exclusion constraint has the last word all the same.
   * @throws ValidationError of ids that name nothing, NotBookableError
   */
  async create(context: WriteContext, body: AppointmentCreate): Promise<AppointmentRow> {
    const question = {
      start: { date: body.date, timeMin: parseTime(body.start) ?? 0 },
      ignoreSchedule: body.ignoreSchedule,
    };
    const row = await this.refusals.explain(context, () =>
      this.database.transaction(context, (tx) => this.book(tx, body, question)),
    );
    this.counters.done('booked');
    return row;
  }

  /**
   * Changes what the body names. Time, provider and service are checked like a booking; a freed appointment that is to
   * occupy time again where it was, against the overlap rule alone.
   * @throws NotFoundError, PreconditionFailedError, ValidationError of ids that name nothing, NotBookableError
   */
  async change(context: WriteContext, id: number, body: AppointmentPatch): Promise<AppointmentRow> {
    const { row, outcome } = await this.refusals.explain(context, () =>
      this.database.transaction(context, (tx) => this.move(context, tx, id, body)),
    );
    this.counters.done(outcome);
    return row;
  }

  /** Removes an appointment for good; who was to come is told. @throws NotFoundError, PreconditionFailedError */
  async remove(context: WriteContext, id: number): Promise<void> {
    const outcome = await this.database.transaction(context, async (tx) => {
      const [current] = await this.database.rows<AppointmentState>(LOCK_STATE, [id], tx);
      if (current === undefined) throw new NotFoundError('appointment');
      await this.assertAsExpected(context, tx, id);
      if (OCCUPYING.includes(current.status)) await this.messages.announce(tx, id, 'cancellation');
      await this.database.rows(DELETE, [id], tx);
      return OCCUPYING.includes(current.status) ? 'cancelled' : undefined;
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
    const state: AppointmentState = {
      ...{
        providerId: body.providerId,
        serviceId: body.serviceId,
        customerId: await this.customers.findOrCreate(tx, body),
      },
      ...{ locationId: body.locationId ?? null, notes: body.notes ?? null, price: service.price },
      ...{ start: verdict.start, end: verdict.end, busyStart: verdict.busy.start, busyEnd: verdict.busy.end },
      ...{ status: 'confirmed', paymentStatus: 'none' },
    };
    const values = [...valuesOf(state), new Date(this.clock.now())];
    const [row] = await underConstraint(
      body,
      question,
      this.database.rows<AppointmentRow>(INSERT, values, tx),
    );
    if (row === undefined) throw new Error('what is inserted is read back');
    await this.messages.announce(tx, row.id, 'confirmation');
    return row;
  }

  private async move(
    context: WriteContext,
    tx: EntityManager,
    id: number,
    body: AppointmentPatch,
  ): Promise<{ row: AppointmentRow; outcome: Outcome | undefined }> {
    const { current, zone } = await this.lock(tx, id, body.providerId);
    await this.assertAsExpected(context, tx, id);
    await this.assertReferences(tx, body);
    const next = await this.next(tx, id, current, body, zone);
    if (!isSame(current, next)) {
      const stay = { start: next.start, end: next.end, excludeAppointmentId: id };
      const values = [...valuesOf(next), new Date(this.clock.now()), id];
      await underConstraint(next, stay, this.database.rows(UPDATE, values, tx));
      const event = eventOf(current, next);
      if (event !== undefined) await this.messages.announce(tx, id, event);
    }
    return { row: await this.queries.get(id, tx), outcome: outcomeOf(current, next) };
  }

  private assertAsExpected(context: WriteContext, tx: EntityManager, id: number): Promise<void> {
    return assertPreconditions(context, async () =>
      toAppointmentResponse(await this.queries.get(id, tx), this.config.businessTimeZone),
    );
  }

  /** The state that a change leads to. */
  private async next(
    tx: EntityManager,
    id: number,
    current: AppointmentState,
    body: AppointmentPatch,
    zone: string,
  ): Promise<AppointmentState> {
    const {
      status,
      payment_status: paymentStatus,
      notes,
      customerId,
      locationId,
      providerId,
      serviceId,
    } = body;
    const named = {
      ...current,
      ...present({ status, paymentStatus, notes, customerId, locationId, providerId, serviceId }),
    };
    const question = moveAsked(id, current, body, zone);
    if (question === undefined) {
      await this.assertStillFree(tx, id, current, named);
      return named;
    }
    const { verdict, service } = await this.availability.decide(named, question, tx);
    const slot = verdict.bookable ? verdict : unopposed(verdict, service, named.status);
    if ('reason' in slot) throw new SlotRefused(slot.reason, named, question);
    const price = service.id === current.serviceId ? current.price : service.price;
    return {
      ...named,
      start: slot.start,
      end: slot.end,
      busyStart: slot.busy.start,
      busyEnd: slot.busy.end,
      price,
    };
  }

  /** A freed appointment may occupy its time again only while nobody else does. @throws SlotRefused */
  private async assertStillFree(
    tx: EntityManager,
    id: number,
    before: AppointmentState,
    after: AppointmentState,
  ): Promise<void> {
    if (OCCUPYING.includes(before.status) || !OCCUPYING.includes(after.status)) return;
    const busy = { start: after.busyStart, end: after.busyEnd };
    if (await this.availability.isStillFree(after, busy, id, tx)) return;
    throw new SlotRefused('slot_taken', after, {
      start: after.start,
      end: after.end,
      excludeAppointmentId: id,
    });
  }

  /** Locks the provider who has the appointment, the one who is to have it, and then its row; always in this order. */
  private async lock(
    tx: EntityManager,
    id: number,
    wanted: number | undefined,
  ): Promise<{ current: AppointmentState; zone: string }> {
    const [found] = await this.database.rows<{ providerId: number }>(FIND_PROVIDER, [id], tx);
    for (let holder = found?.providerId; holder !== undefined;) {
      const zones = await this.providerLock.take(tx, [holder, wanted ?? holder]);
      const [current] = await this.database.rows<AppointmentState>(LOCK_STATE, [id], tx);
      const zone = zones.get(wanted ?? holder);
      if (current?.providerId === holder) {
        if (zone === undefined) throw new ValidationError({ providerId: 'names no provider' });
        return { current, zone };
      }
      // Somebody gave it to another provider, or removed it, in between.
      holder = current?.providerId;
    }
    throw new NotFoundError('appointment');
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
      Object.fromEntries(missing.map(([member]) => [member, 'names nothing that exists'])),
    );
  }
}
