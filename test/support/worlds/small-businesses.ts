import fc from 'fast-check';
import { aProvider, aService, MONDAY } from '../builders';
import type { TestService } from '../test-service';
import { START } from '../settable-clock';

/** Small businesses in which a provider, a room or all are away. What is booked is named by numbers: of providers, services, customers. */

/** The number of the provider who is away. */
export const AWAY = 0;
const HELPERS = [2, 3];
const CUSTOMERS = 3;
/** The number of the service that several share. */
const GROUP = 2;
const TUESDAY = '2026-11-24';
const DATES = [MONDAY, TUESDAY] as const;

/** Minutes before and after an appointment, by the number of the service. */
const BUFFERS = [
  [0, 0],
  [15, 15],
  [0, 0],
  [0, 15],
  [0, 0],
  [0, 0],
] as const;
/** What differs with some providers, by the numbers of the service and the provider. */
const TERMS = [
  {
    service: 0,
    provider: 1,
    differs: { durationMin: 45, price: 50, bufferBeforeMin: 0, bufferAfterMin: 15 },
  },
  { service: 0, provider: 3, differs: { bufferBeforeMin: 15, bufferAfterMin: 0 } },
  { service: GROUP, provider: 2, differs: { price: 10, bufferBeforeMin: 0, bufferAfterMin: 10 } },
] as const;

const aProviderNumber = fc.constantFrom(AWAY, AWAY, AWAY, AWAY, 1, 2, 3);
const when = {
  day: fc.constantFrom(0, 0, 0, 1),
  halfHour: fc.nat({ max: 7 }),
  customer: fc.nat({ max: CUSTOMERS - 1 }),
};
const aServiceNumber = fc.constantFrom(0, 0, 0, 1, GROUP, 3, 3, 4, 5);

const alone = fc.record({
  what: fc.constant('appointment' as const),
  ...when,
  provider: aProviderNumber,
  service: aServiceNumber,
  seats: fc.constantFrom(1, 1, 2),
  status: fc.constantFrom('confirmed', 'confirmed', 'pending'),
});
/** Each customer may come, one after the other. */
const session = fc.record({
  what: fc.constant('session' as const),
  ...when,
  provider: aProviderNumber,
  guests: fc.subarray([...Array(CUSTOMERS).keys()], { minLength: 2 }),
});
const visit = fc.record({
  what: fc.constant('visit' as const),
  ...when,
  items: fc.array(fc.record({ provider: fc.constantFrom(AWAY, AWAY, AWAY, 1), service: aServiceNumber }), {
    minLength: 2,
    maxLength: 3,
  }),
});
const series = fc.record({
  what: fc.constant('series' as const),
  ...when,
  provider: fc.constantFrom(AWAY, AWAY, 1),
  service: aServiceNumber,
});

const SPANS = [
  { start: MONDAY, end: MONDAY },
  { start: MONDAY, end: TUESDAY },
  { start: `${MONDAY}T09:15:00Z`, end: `${MONDAY}T11:00:00Z` },
  { start: `${MONDAY}T10:30:00Z`, end: `${TUESDAY}T10:00:00Z` },
] as const;

/** One of the names, as often as it says. */
function anyOf<Name extends string>(weights: Readonly<Record<Name, number>>): fc.Arbitrary<Name> {
  const names = Object.keys(weights) as Name[];
  return fc.oneof(...names.map((name) => ({ weight: weights[name], arbitrary: fc.constant(name) })));
}

const anAbsence = fc.record({
  of: anyOf({ provider: 5, reassign: 3, room: 2, closure: 1 }),
  span: fc.constantFrom(SPANS[0], ...SPANS),
  treatment: anyOf({ reassign: 8, cancel: 1, keep: 1 }),
  otherwise: fc.constantFrom(...([undefined, 'keep', 'cancel', 'cancel'] as const)),
  message: fc.constantFrom(undefined, 'Mara is ill.'),
  /** Undefined: all who offer the service. */
  to: fc.option(fc.subarray([1, 2, 3], { minLength: 1 }), { nil: undefined, freq: 2 }),
  /** The wall clock of the request. */
  now: fc.constantFrom(START, START, `${MONDAY}T09:40:00Z`),
});
export type Absence = typeof anAbsence extends fc.Arbitrary<infer Value> ? Value : never;

export const aSmallBusiness = fc.record({
  /** Who still works there. */
  active: fc.subarray([1, 2, 3], { minLength: 1 }),
  maxPerDay: fc.constantFrom(null, 1, 2, 3),
  /** When the third provider ends. */
  until: fc.constantFrom('17:00', '10:30'),
  capacity: fc.constantFrom(2, 3),
  bookings: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: alone },
      { weight: 2, arbitrary: session },
      { weight: 2, arbitrary: visit },
      { weight: 1, arbitrary: series },
    ),
    { minLength: 6, maxLength: 16 },
  ),
  absence: anAbsence,
});
type SmallBusiness = typeof aSmallBusiness extends fc.Arbitrary<infer Value> ? Value : never;
type Booking = SmallBusiness['bookings'][number];

/** An appointment as the API shows it. */
export interface Shown {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly status: string;
  readonly providerId: number;
  readonly serviceId: number;
  readonly customerId: number;
  readonly seats: number;
  readonly price: number | null;
  readonly team: readonly number[];
  readonly resources: readonly { readonly id: number }[];
  readonly seriesId: number | null;
  readonly visitId: number | null;
}

/** Writes small businesses through the API of a service, one at a time. */
export class StoredBusiness {
  private constructor(
    private readonly service: TestService,
    /** By their numbers. */
    readonly providers: readonly number[],
    readonly services: readonly number[],
    readonly rooms: readonly number[],
    private readonly customers: readonly number[],
  ) {}

  static async on(service: TestService): Promise<StoredBusiness> {
    const { admin } = service;
    const providers: number[] = [];
    while (providers.length < 4) providers.push(await aProvider(admin));
    const roomOf = async (name: string) =>
      (await admin.post('/resources', { name, kind: 'room' })).body.data.id as number;
    const rooms = [await roomOf('Room 1'), await roomOf('Room 2')];
    const providerIds = providers;
    const special = [
      { price: 40 },
      { price: 60 },
      { capacity: 3 },
      { resources: [{ kind: 'room', quantity: 1 }] },
      { team: [{ providerIds: HELPERS.map((number) => providers[number]), count: 1 }] },
      { maxPerDay: 2 },
    ];
    const services: number[] = [];
    for (const [number, members] of special.entries()) {
      const [bufferBeforeMin, bufferAfterMin] = BUFFERS[number] ?? [0, 0];
      const ofThis = TERMS.filter(({ service: of }) => of === number);
      const terms = ofThis.map(({ provider, differs }) => ({ providerId: providers[provider], ...differs }));
      const rules = { bufferBeforeMin, bufferAfterMin, providerIds, terms };
      services.push(await aService(admin, { ...rules, ...members }));
    }
    const customers: number[] = [];
    while (customers.length < CUSTOMERS) {
      const body = { firstName: 'Mia', email: `mia${customers.length}@example.com` };
      customers.push((await admin.post('/customers', body)).body.data.id as number);
    }
    return new StoredBusiness(service, providers, services, rooms, customers);
  }

  /** Takes the place of the business of before. What the service refuses to book is left out. */
  async write({ active, maxPerDay, until, capacity, bookings }: SmallBusiness): Promise<void> {
    const { service, providers } = this;
    for (const table of ['appointments', 'visits', 'series', 'time_off', 'closures', 'notifications'])
      await service.query(`delete from ${table}`);
    service.clock.set(START);
    const schedule = ['monday', 'tuesday'].map((day) => ({ day, start: '09:00', end: until }));
    // Who leaves later may have appointments, too.
    for (const number of [1, 2, 3]) await this.patch(`/providers/${providers[number]}`, { active: true });
    await this.patch(`/providers/${providers[1]}`, { maxPerDay });
    await this.patch(`/providers/${providers[2]}`, { schedule });
    await this.patch(`/services/${this.services[GROUP]}`, { capacity });
    for (const booking of bookings) await this.book(booking);
    for (const number of [1, 2, 3].filter((each) => !active.includes(each)))
      await this.patch(`/providers/${providers[number]}`, { active: false });
    await service.query('delete from notifications');
  }

  private async patch(path: string, body: object): Promise<void> {
    const { status } = await this.service.admin.patch(path, body);
    if (status !== 200) throw new Error(`PATCH ${path}: ${status}`);
  }

  private async book(booking: Booking): Promise<void> {
    const { admin } = this.service;
    const { day, halfHour, customer } = booking;
    const start = `${String(9 + Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 === 0 ? '00' : '30'}`;
    const where = { customerId: this.customers[customer], date: DATES[day], start };
    const what = ({ provider, service }: { readonly provider: number; readonly service: number }) => ({
      providerId: this.providers[provider],
      serviceId: this.services[service],
    });
    if (booking.what === 'session') {
      for (const guest of booking.guests) {
        const person = { customerId: this.customers[guest] };
        const group = what({ provider: booking.provider, service: GROUP });
        await admin.post('/appointments', { ...where, ...group, ...person });
      }
    } else if (booking.what === 'visit')
      await admin.post('/visits', { ...where, items: booking.items.map(what) });
    else if (booking.what === 'series')
      await admin.post('/series', { ...where, ...what(booking), rrule: 'FREQ=DAILY;COUNT=2' });
    else {
      const { seats, status, service } = booking;
      const members = { status, ...(service === GROUP && { seats }) };
      await admin.post('/appointments', { ...where, ...what(booking), ...members });
    }
  }

  /** All appointments, in the order of time, then of ids. */
  async appointments(): Promise<readonly Shown[]> {
    const { body } = await this.service.admin.get('/appointments?length=100&sort=start:asc');
    return body.data as Shown[];
  }

  /** The time of an appointment with its buffers; epoch ms. */
  busyOf({ start, end, serviceId, providerId }: Shown): readonly [number, number] {
    const number = this.services.indexOf(serviceId);
    const [before, after] = BUFFERS[number] ?? [0, 0];
    const own = TERMS.find((each) => each.service === number && this.providers[each.provider] === providerId);
    const usual = { bufferBeforeMin: before, bufferAfterMin: after };
    const { bufferBeforeMin, bufferAfterMin } = own?.differs ?? usual;
    return [Date.parse(start) - bufferBeforeMin * 60_000, Date.parse(end) + bufferAfterMin * 60_000];
  }
}
