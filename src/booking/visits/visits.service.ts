import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../business/providers/provider-lock';
import { BookingCustomers, toldTo } from '../../people/customers/booking-customers';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { givenAnswers } from '../answers/answers';
import { BookingAnswers } from '../answers/booking-answers';
import { AppointmentBatches } from '../appointments/batches/appointment-batches';
import {
  bookedTime,
  type CommonState,
  type NewAppointment,
  newAppointment,
} from '../appointments/new-appointment';
import { BookingReferences } from '../appointments/changes/booking-references';
import { CustomerMessages } from '../appointments/changes/customer-messages';
import type { Visit } from '../availability/engine';
import { approximateStart, type Candidate, readTime } from '../availability/candidate';
import { CUSTOMER_LIMIT, CustomerLimit } from '../availability/decisions/customer-limit';
import { DayLimitLock } from '../availability/snapshot/day-limit-lock';
import { ResourceLock } from '../availability/snapshot/resource-lock';
import { withZoneMargin } from '../availability/snapshot/snapshot';
import { serviceWith } from '../availability/snapshot/terms';
import { visitAt } from '../availability/visits/visit-plan';
import { assertFound, serviceOf, type VisitSnapshot } from '../availability/visits/visit-snapshot';
import { VisitSnapshotQueries } from '../availability/visits/visit-snapshot.queries';
import { BookingCounters } from '../claims/booking-counters';
import type { VisitCreate } from './dto/visit-write.dto';
import { VisitRefusals } from './visit-refusals';
import type { VisitRow } from './visit-row';
import { VisitRefused } from './visits.errors';
import { INSERT } from './visits.statements';

interface PlannedVisit {
  readonly visit: Visit;
  readonly snapshot: VisitSnapshot;
}

/** Books visits: all appointments of one, or none. */
@Injectable()
export class VisitsService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly snapshots: VisitSnapshotQueries,
    private readonly batches: AppointmentBatches,
    private readonly answers: BookingAnswers,
    private readonly customers: BookingCustomers,
    private readonly customerLimit: CustomerLimit,
    private readonly messages: CustomerMessages,
    private readonly refusals: VisitRefusals,
    private readonly providerLock: ProviderLock,
    private readonly references: BookingReferences,
    private readonly resourceLock: ResourceLock,
    private readonly limitLock: DayLimitLock,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books the visit that a search would offer at this start. The customer gets one message about all of it.
   * @throws ValidationError of ids that name nothing, VisitNotBookableError
   */
  async book(context: WriteContext, body: VisitCreate): Promise<VisitRow> {
    const { start } = readTime(body);
    const visit = await this.refusals.explain(context, body, () =>
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
    await this.assertWithinLimits(tx, planned, body, party.customerId);
    const { id } = await this.database.one<{ id: number }>(INSERT, [new Date(this.clock.now())], tx);
    const { notes = null, metadata = {} } = body;
    const common = { ...party, notes, metadata, status: 'confirmed', visitId: id } as const;
    const rows = await this.batches.insert(tx, appointmentsOf(planned, body, common));
    const [first, ...others] = rows.map((row) => toldTo(context, body, row));
    if (first === undefined) throw new Error('the insert returned no appointment');
    await this.messages.queueForAll(
      tx,
      rows.map((row) => row.id),
      'confirmation',
    );
    return { id, appointments: [first, ...others] };
  }

  /** @throws VisitRefused of the first item with which the customer has too many appointments of a service ahead */
  private async assertWithinLimits(
    tx: EntityManager,
    { visit, snapshot }: PlannedVisit,
    { items }: VisitCreate,
    customerId: number,
  ): Promise<void> {
    const left = new Map<number, number>();
    for (const [item, requested] of items.entries()) {
      const service = serviceOf(snapshot, requested);
      const more = left.get(service.id) ?? (await this.customerLimit.left(tx, service, customerId));
      if (more === 0)
        throw new VisitRefused({ item, reason: 'limit_reached', limit: CUSTOMER_LIMIT }, visit.start);
      left.set(service.id, more - 1);
    }
  }

  /**
   * Locks all providers who may give an item or help with it, then all resources that it may take, then the services that have a limit
   * per day, each in the order of their ids, before it reads the snapshot. So the visit is the one that a search would find at this instant. @throws VisitRefused, ValidationError
   */
  private async plan(
    context: WriteContext,
    tx: EntityManager,
    body: VisitCreate,
    start: Candidate['start'],
  ): Promise<PlannedVisit> {
    const locked = await this.providerLock.take(tx, await this.snapshots.providers(body, tx));
    const [, snapshot] = await answersInOrder([
      this.references.assertFound(tx, { customerId: body.customerId }),
      this.read(tx, body, start, locked),
    ]);
    await this.assertAnswered(tx, context, snapshot, body);
    const plan = visitAt(snapshot, body, start, this.clock.now(), this.config.businessTimeZone);
    if ('visit' in plan) return { visit: plan.visit, snapshot };
    throw new VisitRefused(plan.refusal, plan.start);
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

  private async read(
    tx: EntityManager,
    body: VisitCreate,
    start: Candidate['start'],
    locked: ReadonlyMap<number, unknown>,
  ): Promise<VisitSnapshot> {
    await this.resourceLock.takeNeededBy(
      tx,
      body.items.map(({ serviceId }) => serviceId),
    );
    const instant = approximateStart({ start });
    const within = withZoneMargin({ start: instant, end: instant });
    const read = () => this.snapshots.snapshot(body, within, tx);
    const first = await read();
    const isLocked = await this.limitLock.take(tx, [...first.services.values()]);
    const snapshot = onlyWith(locked, isLocked ? await read() : first);
    assertFound(snapshot, body);
    return snapshot;
  }
}

/** The snapshot without those who came to offer a service after the locks were taken. */
function onlyWith(locked: ReadonlyMap<number, unknown>, snapshot: VisitSnapshot): VisitSnapshot {
  return { ...snapshot, providers: new Map([...snapshot.providers].filter(([id]) => locked.has(id))) };
}

function appointmentsOf(
  { visit, snapshot }: PlannedVisit,
  { items, locationId = null, seats }: VisitCreate,
  common: CommonState,
): readonly NewAppointment[] {
  return visit.items.map(({ locationId: place = locationId, ...planned }, i) => {
    const { start, end, providerId, placement, timeZone } = planned;
    const item = items[i];
    if (item === undefined) throw new Error('the visit has more items than were requested');
    const verdict = { bookable: true, start, end, zone: timeZone, locationId: place, placement } as const;
    const service = serviceWith(serviceOf(snapshot, item), providerId, item.durationMin);
    const decision = { verdict, service, timeZone };
    const candidate = { serviceId: item.serviceId, providerId, locationId, seats, start };
    return newAppointment(bookedTime(candidate, decision), {
      ...common,
      answers: givenAnswers(item.answers),
    });
  });
}
