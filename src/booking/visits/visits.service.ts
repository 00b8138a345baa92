import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../business/providers/provider-lock';
import { BookingCustomers } from '../../people/customers/booking-customers';
import { toldTo } from '../../people/customers/told-guest';
import { Clock } from '../../platform/clock';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { givenAnswers } from '../answers/answers';
import { BookingAnswers } from '../answers/booking-answers';
import { AppointmentBatches } from '../appointments/batches/appointment-batches';
import { type CommonState, type NewAppointment, newAppointment } from '../appointments/new-appointment';
import { BookingReferences } from '../appointments/changes/booking-references';
import { CustomerMessages, toldBy } from '../appointments/changes/customer-messages';
import { type Candidate, readTime } from '../availability/candidate';
import { serviceOf, type VisitSnapshot } from '../availability/visits/visit-snapshot';
import { BookingCounters } from '../claims/booking-counters';
import type { VisitCreate } from './dto/visit-write.dto';
import { type PlannedVisit, timesOf, VisitPlanning } from './visit-planning';
import { VisitRefusals } from './visit-refusals';
import type { VisitRow } from './visit-row';
import { INSERT } from './visits.statements';

/** Books visits: all appointments of one, or none. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly database: Database,
    private readonly planning: VisitPlanning,
    private readonly batches: AppointmentBatches,
    private readonly answers: BookingAnswers,
    private readonly customers: BookingCustomers,
    private readonly messages: CustomerMessages,
    private readonly refusals: VisitRefusals,
    private readonly providerLock: ProviderLock,
    private readonly references: BookingReferences,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books the visit that a search would offer at this start. The customer gets one message about all of it.
   * @throws ValidationError of ids that name nothing, VisitNotBookableError
   */
  async book(context: WriteContext, body: VisitCreate): Promise<VisitRow> {
    const { start } = readTime(body);
    const visit = await this.refusals.explain(context, () =>
      this.database.transaction(context, (tx) => this.bookIn(context, tx, body, start)),
    );
    visit.appointments.forEach(() => {
      this.counters.done('booked');
    });
    return visit;
  }

  private async bookIn(
    context: WriteContext,
    tx: EntityManager,
    body: VisitCreate,
    start: Candidate['start'],
  ): Promise<VisitRow> {
    const planned = await this.plan(context, tx, body, start);
    const party = await this.customers.resolve(context, tx, body);
    await this.planning.assertWithinLimits(tx, planned, { customerId: party.customerId, had: () => 0 });
    const { id } = await this.database.one<{ id: number }>(INSERT, [new Date(this.clock.now())], tx);
    const { notes = null, metadata = {} } = body;
    const common = { ...party, notes, metadata, status: 'confirmed', visitId: id } as const;
    const rows = await this.batches.insert(tx, appointmentsOf(planned, body, common));
    const [first, ...others] = rows.map((row) => toldTo(context, body, row));
    if (first === undefined) throw new Error('the insert returned no appointment');
    await this.messages.queueForAll(
      tx,
      rows.map((row) => ({ id: row.id })),
      toldBy(body, 'confirmation'),
    );
    return { id, appointments: [first, ...others] };
  }

  /** Locks all providers who may give an item or help with it, before it reads. @throws VisitRefused, ValidationError */
  private async plan(
    context: WriteContext,
    tx: EntityManager,
    body: VisitCreate,
    start: Candidate['start'],
  ): Promise<PlannedVisit> {
    const locked = await this.providerLock.take(tx, await this.planning.providers(tx, body));
    const [, snapshot] = await answersInOrder([
      this.references.assertFound(tx, { customerId: body.customerId }),
      this.planning.read(tx, body, start, locked),
    ]);
    await this.assertAnswered(tx, context, snapshot, body);
    return this.planning.plan(snapshot, body, start);
  }

  /** @throws ValidationError of the answers of each item */
  private assertAnswered(
    tx: EntityManager,
    context: WriteContext,
    snapshot: VisitSnapshot,
    { items }: VisitCreate,
  ): Promise<void> {
    const bookings = items.map((item, i) => {
      return { service: serviceOf(snapshot, item), answers: item.answers, path: `items[${i}].answers` };
    });
    return this.answers.assertFit(tx, context, ...bookings);
  }
}

function appointmentsOf(
  planned: PlannedVisit,
  { items }: VisitCreate,
  common: CommonState,
): readonly NewAppointment[] {
  return timesOf(planned).map((time, i) =>
    newAppointment(time, { ...common, answers: givenAnswers(items[i]?.answers) }),
  );
}
