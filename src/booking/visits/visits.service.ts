import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BookingCustomers } from '../../people/customers/booking-customers';
import type { Guest } from '../../people/customers/customer.entity';
import { toldTo } from '../../people/customers/told-guest';
import { Clock } from '../../platform/clock';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { givenAnswers } from '../answers/answers';
import { BookingAnswers } from '../answers/booking-answers';
import { AppointmentWrites } from '../diary/writes/appointment-writes';
import { type CommonState, type NewAppointment, newAppointment } from '../diary/writes/new-appointment';
import { waitingState } from '../diary/writes/web-bookings';
import { BookingReferences } from '../diary/decisions/booking-references';
import { CustomerMessages, toldBy } from '../diary/writes/customer-messages';
import { type Candidate, readTime } from '../diary/decisions/candidate';
import { serviceOf, type VisitSnapshot } from '../diary/visits/visit-snapshot';
import { BrowserLimit } from '../browser-limit/browser-limit';
import { BookingCounters } from '../diary/writes/booking-counters';
import type { VisitCreate } from './dto/visit-write.dto';
import { type PlannedTime, type PlannedVisit, timesOf } from '../diary/visits/planned-visit';
import { VisitPlanning } from '../diary/visits/visit-planning';
import { VisitRefusals } from './visit-refusals';
import type { VisitRow } from './visit-row';
import { INSERT_VISIT } from './visits.statements';

/** Books visits: all appointments of one, or none. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly database: Database,
    private readonly planning: VisitPlanning,
    private readonly writes: AppointmentWrites,
    private readonly answers: BookingAnswers,
    private readonly customers: BookingCustomers,
    private readonly messages: CustomerMessages,
    private readonly refusals: VisitRefusals,
    private readonly references: BookingReferences,
    private readonly browserLimit: BrowserLimit,
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
    this.counters.done('booked', visit.appointments.length);
    return visit;
  }

  private async bookIn(
    context: WriteContext,
    tx: EntityManager,
    body: VisitCreate,
    start: Candidate['start'],
  ): Promise<VisitRow> {
    const planned = await this.plan(context, tx, body, start);
    const { party, guest } = await this.customers.resolve(context, tx, body);
    await this.planning.assertWithinLimits(tx, planned, { customerId: party.customerId, had: () => 0 });
    await this.browserLimit.assertLeft(context, tx, party.customerId, body.items.length);
    const { id } = await this.database.one<{ id: number }>(INSERT_VISIT, [new Date(this.clock.now())], tx);
    const { notes = null, metadata = {} } = body;
    const times = timesOf(planned);
    const waiting = waitingState(
      context,
      times.map(({ service }) => service),
      this.clock.now(),
    );
    const common = { ...party, notes, metadata, status: 'confirmed', visitId: id, ...waiting } as const;
    const rows = await this.writes.insert(tx, appointmentsOf(times, body, common, guest));
    await this.browserLimit.record(
      context,
      tx,
      rows.map((row) => row.id),
    );
    const [first, ...others] = rows.map((row) => toldTo(context, body, row, guest));
    if (first === undefined) throw new Error('the insert returned no appointment');
    const subjects = rows.map((row) => ({ id: row.id }));
    await this.messages.queue(tx, { message: toldBy(body, 'confirmation'), subjects, how: 'together' });
    return { id, appointments: [first, ...others] };
  }

  /** @throws VisitRefused, ValidationError */
  private async plan(
    context: WriteContext,
    tx: EntityManager,
    body: VisitCreate,
    start: Candidate['start'],
  ): Promise<PlannedVisit> {
    const [, planned] = await answersInOrder([
      this.references.assertFound(tx, { customerId: body.customerId }),
      this.planning.decide(tx, body, start, (read) => this.assertAnswered(tx, context, read, body)),
    ]);
    return planned;
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
  times: readonly PlannedTime[],
  { items }: VisitCreate,
  common: CommonState,
  guest: Guest | null | undefined,
): readonly NewAppointment[] {
  return times.map((time, i) =>
    newAppointment(time, { ...common, answers: givenAnswers(items[i]?.answers) }, guest),
  );
}
