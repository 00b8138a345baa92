import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BookingAnswers } from '../answers/booking-answers';
import { readTime } from '../diary/decisions/candidate';
import { type Snapshot, zonesIn } from '../diary/snapshot/snapshot';
import { Decisions } from '../diary/decisions/decisions';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { answersInOrder, type Done, endWith } from '../../platform/database/connection/pipeline';
import { parseTime } from '../../platform/time/local-date';
import { Links, linksFor } from '../../platform/http/envelope/links';
import { seenBy } from '../../platform/http/hiding/mask';
import { assertPreconditions } from '../../platform/http/preconditions';
import { isSame, messagesAbout, outcomeOf } from '../diary/writes/outcomes';
import type { AppointmentState } from '../diary/rows/appointment-columns';
import { AppointmentLock } from '../diary/locks/appointment-lock';
import type { ToldAppointment } from '../diary/rows/appointment-row';
import { occupies } from '../appointment-status';
import { candidateAfter, changedAppointment, type Decider } from './changes/changed-appointment';
import { AppointmentsQueries } from './appointments.queries';
import { CONFIRMS_WHEN_PAID, DELETE } from './appointments.statements';
import { waitingState } from '../diary/writes/web-bookings';
import { AppointmentWrites, type ChangedAppointment } from '../diary/writes/appointment-writes';
import { BookingReferences } from '../diary/decisions/booking-references';
import { BookingCounters, type BookingOutcome } from '../diary/writes/booking-counters';
import { CustomerMessages, toldBy } from '../diary/writes/customer-messages';
import { presenceIn } from './changes/presence';
import { AppointmentResponse, toAppointmentResponse } from './dto/appointment.dto';
import type { AppointmentPatch, AppointmentRemoval } from './dto/appointment-change.dto';
import { SlotRefused, refusedByConstraint } from '../diary/claims/slot-refused';
import { SlotRefusals } from '../availability/slot-refusals';

/** Judges a change once the appointment is locked. @throws an error that refuses it */
export type AppointmentJudge = (tx: EntityManager) => Promise<void>;

/** Changes and removes single appointments. */
@Injectable()
export class AppointmentChangesService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: AppointmentsQueries,
    private readonly availability: Decisions,
    private readonly refusals: SlotRefusals,
    private readonly references: BookingReferences,
    private readonly answers: BookingAnswers,
    private readonly lock: AppointmentLock,
    private readonly messages: CustomerMessages,
    private readonly writes: AppointmentWrites,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
    private readonly links: Links,
  ) {}

  /**
   * Changes what the body names. A new time, provider or service is checked like a booking. A freed appointment that occupies its time
   * again, and a change of seats or resources, are only checked against what is taken.
   * @throws NotFoundError, PreconditionFailedError, ValidationError of ids that name nothing, NotBookableError
   */
  async change(
    context: WriteContext,
    id: number,
    body: AppointmentPatch,
    judge?: AppointmentJudge,
  ): Promise<ToldAppointment> {
    const { row, outcome } = await this.refusals.explain(context, () =>
      this.database.pipelined(context, (tx) => this.apply(context, tx, { id, judge }, body)),
    );
    this.counters.done(outcome);
    return row;
  }

  /** Removes an appointment for good; a customer who was expected gets a message. @throws NotFoundError, PreconditionFailedError */
  async remove(context: WriteContext, id: number, query: AppointmentRemoval = {}): Promise<number> {
    const outcome = await this.database.pipelined(context, async (tx) => {
      await this.lock.assertGiven(tx, id, context.reach);
      const current = await this.lock.takeRow(tx, id, context.reach);
      await this.assertAsExpected(context, tx, id);
      const isFreed = occupies(current.status);
      const message = isFreed ? toldBy(query, 'cancellation') : undefined;
      return endWith(
        [this.messages.queue(tx, { message, subjects: [{ id }] }), this.database.rows(DELETE, [id], tx)],
        () => (isFreed ? ('cancelled' as const) : undefined),
      );
    });
    this.counters.done(outcome);
    return id;
  }

  private async apply(
    context: WriteContext,
    tx: EntityManager,
    { id, judge }: { readonly id: number; readonly judge: AppointmentJudge | undefined },
    body: AppointmentPatch,
  ): Promise<Done<{ row: ToldAppointment; outcome: BookingOutcome | undefined }>> {
    const { customerId, locationId, serviceId } = body;
    await this.lock.assertGiven(tx, id, context.reach);
    const presence = presenceIn(body, this.clock.now());
    const [locked, , read] = await answersInOrder([
      this.lock.take(tx, id, body, context.reach),
      this.references.assertFound(tx, { customerId, locationId, serviceId, appointmentId: id }),
      this.readForMove(tx, id, body),
    ]);
    const { current, wasMoved } = locked;
    await judge?.(tx);
    await this.assertAsExpected(context, tx, id);
    const decider = this.deciderIn(context, tx, wasMoved ? undefined : read);
    const { next, claims } = await this.decide(tx, decider, id, { ...current, ...presence }, body);
    const [former, message] = messagesAbout(current, next);
    const change = () =>
      isSame(current, next)
        ? this.writes.touch(tx, [{ id }])
        : refusedByConstraint(
            candidateAfter(id, current, next, body),
            this.writes.update(tx, [{ id, next, claims }]),
          );
    return endWith(
      [
        // Before the update, because it is about the customer and the time of the row.
        this.messages.queue(tx, { message: toldBy(body, former), subjects: [{ id }], to: 'customers' }),
        change(),
        this.messages.queue(tx, { message: toldBy(body, message), subjects: [{ id, before: current }] }),
        this.queries.getTold(context, id, tx),
      ],
      ([, , , row]) => ({ row, outcome: outcomeOf(current, next) }),
    );
  }

  /**
   * Decides on the change. A payment confirms a pending appointment where the service says so, unless the body names a status. It is
   * kept even when the appointment cannot be confirmed.
   */
  private async decide(
    tx: EntityManager,
    decider: Decider,
    id: number,
    current: AppointmentState,
    body: AppointmentPatch,
  ): Promise<ChangedAppointment> {
    const decided = (patch: AppointmentPatch) => changedAppointment(decider, id, current, patch);
    if (!(await this.isConfirmedBy(tx, current, body))) return decided(body);
    try {
      // Not a spread: the body is an instance of a class.
      return await decided(Object.assign({}, body, { status: 'confirmed' } as const));
    } catch (error) {
      if (error instanceof SlotRefused) return decided(body);
      throw error;
    }
  }

  private async isConfirmedBy(
    tx: EntityManager,
    current: AppointmentState,
    { status, payment_status, serviceId = current.serviceId }: AppointmentPatch,
  ): Promise<boolean> {
    if (payment_status !== 'paid' || current.status !== 'pending' || status !== undefined) return false;
    const [service] = await this.database.rows<{ confirms: boolean }>(CONFIRMS_WHEN_PAID, [serviceId], tx);
    return service?.confirms === true;
  }

  /** Reads the snapshot for a new start before the change is decided; undefined when the body does not name the whole start. */
  private async readForMove(
    tx: EntityManager,
    id: number,
    { date, start, serviceId, providerId }: AppointmentPatch,
  ): Promise<Snapshot | undefined> {
    if (start === undefined || (date === undefined && parseTime(start) !== undefined)) return undefined;
    return this.availability.snapshotForMove(id, { serviceId, providerId, ...readTime({ date, start }) }, tx);
  }

  private assertAsExpected(context: WriteContext, tx: EntityManager, id: number): Promise<void> {
    return assertPreconditions(context, async () =>
      seenBy(
        context,
        AppointmentResponse,
        toAppointmentResponse(
          await this.queries.getTold(context, id, tx),
          this.config.businessTimeZone,
          linksFor(context, this.links),
        ),
      ),
    );
  }

  /** @param read the snapshot for the new start, when it was read already */
  private deciderIn(context: WriteContext, tx: EntityManager, read: Snapshot | undefined): Decider {
    let known = read;
    return {
      zonesOf: async (candidate, date) => {
        known ??= await this.availability.snapshotOnDate(candidate, date, tx);
        return zonesIn(known, candidate);
      },
      decide: (candidate) => this.availability.decide(candidate, tx, known),
      placementOf: (candidate) => this.availability.placementOf(candidate, tx),
      answersAfter: this.answers.changesIn(tx),
      waiting: (service) => waitingState(context, [service], this.clock.now()),
    };
  }
}
