import fc from 'fast-check';
import { UNSET } from '../../../src/booking/diary/rows/appointment-columns';
import type { ExpectedAppointment } from '../../../src/booking/diary/writes/batch-changes';
import { BookingBatch } from '../../../src/booking/diary/decisions/booking-batch';
import { NO_SPECIAL_HOURS, type ProviderCalendar, Workload } from '../../../src/booking/engine';
import type { Snapshot, SnapshotService } from '../../../src/booking/diary/snapshot/snapshot';
import type { Interval } from '../../../src/platform/time/interval';

/** Small worlds in which a provider is absent. All times are minutes on one of two dates in UTC. */

/** The one who is absent. */
export const ABSENT = 1;
const FIRST_DATE = Date.UTC(2026, 10, 2);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SERVICES = [1, 2] as const;

interface OfferedService {
  readonly id: number;
  readonly capacity: number;
  /** Minutes before and after, by the id of the provider. */
  readonly buffers: Readonly<Record<number, readonly [number, number]>>;
}

/** What takes time already: an appointment of another provider, alone or as a session that can be joined. */
interface Booked {
  readonly providerId: number;
  readonly serviceId: number;
  readonly date: number;
  readonly startMin: number;
  readonly durationMin: number;
  readonly seats: number;
}

export interface Colleague {
  readonly id: number;
  readonly offers: readonly number[];
  readonly fromMin: number;
  readonly toMin: number;
  readonly maxPerDay: number | null;
}

export interface AbsenceWorld {
  readonly services: readonly OfferedService[];
  readonly colleagues: readonly Colleague[];
  /** No two of one provider overlap, buffers included. */
  readonly booked: readonly Booked[];
  readonly absent: readonly ExpectedAppointment[];
}

const STEP_MIN = 10;
const buffer = fc.constantFrom(0, 0, 10);
const aService = (id: number): fc.Arbitrary<OfferedService> =>
  fc.record({
    id: fc.constant(id),
    capacity: fc.constantFrom(1, 1, 3),
    buffers: fc.record({
      1: fc.constant([0, 0] as const),
      2: fc.tuple(buffer, buffer),
      3: fc.tuple(buffer, buffer),
      4: fc.tuple(buffer, buffer),
    }),
  });

const aColleague = (id: number): fc.Arbitrary<Colleague> =>
  fc.record({
    id: fc.constant(id),
    offers: fc.subarray([...SERVICES], { minLength: 1 }),
    fromMin: fc.constantFrom(0, 0, 20),
    toMin: fc.constantFrom(120, 120, 90),
    maxPerDay: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2 }),
  });

const aPlan: fc.Arbitrary<Plan> = fc.record({
  date: fc.constantFrom(0, 0, 0, 1),
  startMin: fc.integer({ min: 0, max: 9 }).map((step) => step * STEP_MIN),
  durationMin: fc.constantFrom(10, 20, 30),
  serviceId: fc.constantFrom(...SERVICES),
  seats: fc.integer({ min: 1, max: 2 }),
  seriesId: fc.constantFrom(null, null, 1),
  visitId: fc.constantFrom(null, null, 1),
  providerId: fc.constantFrom(2, 3, 4),
});
type Plan = Booked & Pick<ExpectedAppointment, 'seriesId' | 'visitId'>;

export const anAbsence: fc.Arbitrary<AbsenceWorld> = fc
  .record({
    services: fc.tuple(aService(1), aService(2)),
    colleagues: fc
      .tuple(aColleague(2), aColleague(3), aColleague(4))
      .chain((all) => fc.integer({ min: 1, max: 3 }).map((count) => all.slice(0, count))),
    ofOthers: fc.array(aPlan, { maxLength: 5 }),
    ofAbsent: fc.array(aPlan, { minLength: 1, maxLength: 6 }),
  })
  .map(({ services, colleagues, ofOthers, ofAbsent }) => {
    const world = { services, colleagues, booked: [], absent: [] };
    const booked = ofOthers
      .filter(({ providerId }) => colleagues.some(({ id }) => id === providerId))
      .reduce<readonly Plan[]>(
        (all, each) => (all.some((other) => clash(world, each, other)) ? all : [...all, each]),
        [],
      );
    const own = ofAbsent.map((each) => ({ ...each, providerId: ABSENT }));
    const absent = own.reduce<readonly Plan[]>(
      (all, each) => (fits(world, each, all) ? [...all, each] : all),
      [],
    );
    return { ...world, booked, absent: absent.map(appointment) };
  });

/** Whether an appointment has room beside others of its provider, or in their session. */
function fits(world: AbsenceWorld, plan: Plan, others: readonly Plan[]): boolean {
  const together = others.filter((other) => isSameSession(plan, other));
  const taken = together.reduce((sum, { seats }) => sum + seats, plan.seats);
  const capacity = serviceOf(world, plan.serviceId).capacity;
  if (together.length > 0 && taken > capacity) return false;
  if (plan.seats > capacity) return false;
  return others.every((other) => together.includes(other) || !clash(world, plan, other));
}

function isSameSession(a: Plan, b: Plan): boolean {
  return (
    a.serviceId === b.serviceId &&
    a.date === b.date &&
    a.startMin === b.startMin &&
    a.durationMin === b.durationMin
  );
}

function clash(world: AbsenceWorld, a: Plan, b: Plan): boolean {
  if (a.providerId !== b.providerId) return false;
  const [one, other] = [
    busyOf(world, a.serviceId, a.providerId, timeOf(a)),
    busyOf(world, b.serviceId, b.providerId, timeOf(b)),
  ];
  return one.start < other.end && other.start < one.end;
}

export function serviceOf({ services }: AbsenceWorld, id: number): OfferedService {
  const service = services.find((each) => each.id === id);
  if (service === undefined) throw new Error('the world has no such service');
  return service;
}

export function timeOf({
  date,
  startMin,
  durationMin,
}: Pick<Booked, 'date' | 'startMin' | 'durationMin'>): Interval {
  const start = FIRST_DATE + date * DAY_MS + startMin * MINUTE_MS;
  return { start, end: start + durationMin * MINUTE_MS };
}

/** A time with the buffers of a service with a provider. */
export function busyOf(
  world: AbsenceWorld,
  serviceId: number,
  providerId: number,
  { start, end }: Interval,
): Interval {
  const [before, after] = serviceOf(world, serviceId).buffers[providerId] ?? [0, 0];
  return { start: start - before * MINUTE_MS, end: end + after * MINUTE_MS };
}

function appointment(
  { serviceId, seats, seriesId, visitId, ...time }: Plan,
  index: number,
): ExpectedAppointment {
  return {
    ...UNSET,
    ...timeOf(time),
    id: 100 + index,
    serviceId,
    providerId: ABSENT,
    locationId: null,
    customerId: 1,
    seats,
    seriesId,
    visitId,
    busy: timeOf(time),
    resourceIds: [],
    team: [],
    status: 'confirmed',
    paymentStatus: 'none',
    bookedStart: null,
    bookedZone: null,
    price: null,
    seatPrice: null,
  };
}

/** The world as a write has read it. */
export function batchOf(world: AbsenceWorld): BookingBatch {
  const snapshots = new Map(world.services.map((service) => [service.id, snapshotOf(world, service)]));
  return new BookingBatch(FIRST_DATE - DAY_MS, snapshots, 'UTC');
}

function snapshotOf(world: AbsenceWorld, service: OfferedService): Snapshot {
  return {
    service: offered(service),
    calendars: world.colleagues.map((colleague) => calendarOf(world, service, colleague)),
    helpers: [],
    workload: new Workload(
      new Map(
        world.colleagues.map(({ id }) => [
          id,
          world.booked.filter(({ providerId }) => providerId === id).map(timeOf),
        ]),
      ),
    ),
    resources: [],
    hasExcluded: true,
    hasLocation: true,
    namesPlaces: false,
    hasTeacher: false,
    placeZones: new Map(),
  };
}

function offered({ id, capacity, buffers }: OfferedService): SnapshotService {
  const terms = Object.entries(buffers).map(([providerId, [bufferBeforeMin, bufferAfterMin]]) => ({
    providerId: Number(providerId),
    durationMin: null,
    price: null,
    bufferBeforeMin,
    bufferAfterMin,
  }));
  return {
    id,
    name: 'Massage',
    capacity,
    terms,
    needs: [],
    team: [],
    pendingMin: null,
    webStatus: 'confirmed',
    isDeleted: false,
    maxActivePerCustomer: null,
    maxPerDay: null,
    requiredKeys: null,
    isAvailable: true,
    durationMin: 30,
    slotIntervalMin: null,
    bufferBeforeMin: 0,
    bufferAfterMin: 0,
    minNoticeMin: 0,
    maxAdvanceDays: 365,
    price: null,
    durationOptions: [],
  };
}

function calendarOf(
  world: AbsenceWorld,
  { id: serviceId, capacity }: OfferedService,
  colleague: Colleague,
): ProviderCalendar {
  const { id, offers, fromMin, toMin, maxPerDay } = colleague;
  const own = world.booked
    .map((each, index) => ({ ...each, index }))
    .filter(({ providerId }) => providerId === id);
  const busy = own.map((each) => ({
    appointmentId: 200 + each.index,
    ...busyOf(world, each.serviceId, id, timeOf(each)),
  }));
  const sessions = own
    .filter((each) => each.serviceId === serviceId && capacity > 1)
    .map((each) => ({
      session: `${each.index}`,
      appointmentId: 200 + each.index,
      ...timeOf(each),
      busy: busyOf(world, serviceId, id, timeOf(each)),
      seats: Array.from({ length: Math.min(each.seats, capacity) }, (_, seat) => seat + 1),
      resourceIds: [],
      team: [],
    }));
  const counted = own.map((each) => ({
    session: `${each.index}`,
    appointmentId: 200 + each.index,
    day: FIRST_DATE / DAY_MS + each.date,
  }));
  return {
    providerId: id,
    isAvailable: true,
    offersService: offers.includes(serviceId),
    timeZone: 'UTC',
    hours: () => [{ startMin: fromMin, endMin: toMin }],
    special: NO_SPECIAL_HOURS,
    closures: [],
    timeOff: [],
    busyElsewhere: [],
    busy,
    sessions,
    limits: maxPerDay === null ? undefined : [{ name: 'provider.maxPerDay', most: maxPerDay, counted }],
  };
}
