import { Dice } from './dice';
import { clockText, RandomHours, WEEK } from './random-hours';

/** A request to the API. `@7` stands for the id of what request 7 has made. */
export interface Write {
  readonly method: 'get' | 'post' | 'put' | 'patch';
  readonly path: string;
  readonly body?: object;
}

/** The parameters of GET /availability/slots. */
export type Question = Readonly<Record<string, string | number | boolean>>;

export interface RandomBusiness {
  readonly seed: number;
  readonly zone: string;
  /** When it is written. */
  readonly openedAt: string;
  /** When the questions are asked. */
  readonly now: string;
  readonly writes: readonly Write[];
  readonly questions: readonly Question[];
}

interface Person {
  readonly ref: string;
  /** Where all of the person's hours are, as that is in another zone. */
  readonly home: object | undefined;
}
interface Service {
  readonly ref: string;
  readonly capacity: number;
  readonly options: readonly number[];
}

interface Booking {
  readonly ref: string;
  readonly service: Service;
  readonly date: string;
  readonly providerId: string;
}

const GUEST = { name: 'Guest', email: 'guest@example.com' };

/** Writes of a business with all that has an effect on its slots, around one date. The same seed makes the same business. */
export class BusinessMaker {
  private readonly dice: Dice;
  private readonly hours: RandomHours;
  private readonly writes: Write[] = [];
  private readonly places: { readonly ref: string; readonly isZoned: boolean }[] = [];
  private readonly people: Person[] = [];
  private readonly services: Service[] = [];
  private readonly bookings: Booking[] = [];

  /** @param zones those of providers and places @param anchor an instant around which there is much to do */
  constructor(
    private readonly seed: number,
    private readonly zone: string,
    private readonly zones: readonly string[],
    private readonly anchor: number,
  ) {
    this.dice = new Dice(seed);
    this.hours = new RandomHours(this.dice, anchor);
  }

  make(questions: number): RandomBusiness {
    const { dice, seed, zone, writes } = this;
    this.openPlaces();
    this.hire();
    for (let count = dice.between(3, 5); count > 0; count--) this.offer();
    if (dice.chance(0.1)) this.add('patch', `/providers/${this.someone}`, { serviceIds: this.refs(0.8) });
    this.exceptions();
    this.book();
    this.change();
    const now =
      this.anchor +
      (dice.chance(0.4) ? dice.between(-12, 18) : dice.between(-72, 0)) * 3_600_000 +
      dice.pick([0, 1, 61_001, 3_599_999]);
    const openedAt = new Date(now - dice.between(1, 100) * 60_000).toISOString();
    const asked = Array.from({ length: questions }, () => this.question());
    return { seed, zone, openedAt, now: new Date(now).toISOString(), writes, questions: asked };
  }

  private add(method: Write['method'], path: string, body: object): string {
    return `@${this.writes.push({ method, path, body }) - 1}`;
  }

  private get someone(): string {
    return this.dice.pick(this.people).ref;
  }

  private refs(share: number, of: readonly { readonly ref: string }[] = this.services): string[] {
    return this.dice.some(of, share).map(({ ref }) => ref);
  }

  private place(share: number, places = this.places): object {
    return this.dice.chance(share) && places.length > 0 ? { locationId: this.dice.pick(places).ref } : {};
  }

  /** At home, or at a place on the provider's clock, or at none: hours of one date have one zone. */
  private placeOf({ home }: Pick<Person, 'home'>, share: number): object {
    return (
      home ??
      this.place(
        share,
        this.places.filter(({ isZoned }) => !isZoned),
      )
    );
  }

  private openPlaces(): void {
    const { dice, hours } = this;
    const [first] = dice.chance(0.4) ? [{ start: '00:00', end: '24:00' }] : hours.shifts();
    this.add('put', '/business-hours', {
      workStart: first?.start,
      workEnd: first?.end,
      days: dice.some(WEEK, 0.9),
    });
    for (let count = dice.between(0, 3); count > 0; count--) {
      const isZoned = dice.chance(0.3);
      const ref = this.add('post', '/locations', {
        name: 'Place',
        ...(isZoned ? { timezone: dice.pick(this.zones) } : {}),
        ...dice.perhaps(0.4, () => ({ hours: hours.entries(0.9) })),
      });
      this.places.push({ ref, isZoned });
    }
    for (const kind of ['room', 'room', 'chair', ...dice.some(['room', 'chair'], 0.5)]) {
      const ref = this.add('post', '/resources', {
        name: 'Thing',
        kind,
        ...this.place(0.3),
        active: dice.chance(0.9),
      });
      if (dice.chance(0.7)) this.add('post', `/resources/${ref}/time-off`, hours.absence());
    }
  }

  private hire(): void {
    const { dice } = this;
    const zoned = this.places.filter(({ isZoned }) => isZoned);
    for (let count = dice.between(2, 4); count > 0; count--) {
      const home = zoned.length > 0 && dice.chance(0.4) ? this.place(1, zoned) : undefined;
      const schedule = () => ({ schedule: this.hours.entries(0.9, () => this.placeOf({ home }, 0.4)) });
      const ref = this.add('post', '/providers', {
        name: 'Provider',
        email: `provider${count}@example.com`,
        ...dice.perhaps(0.3, () => ({ timezone: dice.pick(this.zones) })),
        ...dice.perhaps(home === undefined ? 0.75 : 1, schedule),
        ...dice.perhaps(0.2, () => ({ maxPerDay: dice.between(1, 4) })),
      });
      this.people.push({ ref, home });
    }
  }

  private offer(): void {
    const { dice } = this;
    const capacity = dice.chance(0.35) ? dice.between(2, 5) : 1;
    const options = dice.chance(0.3) ? dice.pick([[20], [90, 120], [10, 45]]) : [];
    const ref = this.add('post', '/services', {
      ...{ name: 'Service', capacity, price: dice.pick([null, 10, 38.5]) },
      durationMin: dice.pick([15, 30, 30, 45, 60, 60, 75, 240]),
      durationOptions: options.map((durationMin) => ({ durationMin, price: dice.pick([null, 55]) })),
      ...dice.perhaps(0.6, () => ({ slotIntervalMin: dice.pick([10, 15, 20, 30, 60, 7]) })),
      ...dice.perhaps(0.4, () => ({ bufferBeforeMin: dice.between(0, 30) })),
      ...dice.perhaps(0.4, () => ({ bufferAfterMin: dice.between(0, 30) })),
      ...dice.perhaps(0.2, () => ({ minNoticeMin: dice.pick([1, 60, 1_440]) })),
      ...dice.perhaps(0.15, () => ({ maxAdvanceDays: dice.pick([4, 8, 12]) })),
      ...dice.perhaps(0.3, () => ({ maxPerDay: dice.between(1, 3) })),
      ...dice.perhaps(0.3, () => ({
        resources: [{ kind: dice.pick(['room', 'room', 'chair']), quantity: dice.pick([1, 1, 1, 2]) }],
      })),
      ...dice.perhaps(0.15, () => ({
        team: dice.chance(0.7) ? [this.helpers()] : [this.helpers(), this.helpers()],
      })),
      ...dice.perhaps(0.3, () => ({ terms: [this.terms()] })),
      ...dice.perhaps(0.2, () => ({ startsAt: 'schedule', timetable: this.timetable() })),
      ...dice.perhaps(0.1, () => ({ providerIds: this.refs(0.8, this.people) })),
    });
    this.services.push({ ref, capacity, options });
  }

  private helpers(): object {
    return { providerIds: [...new Set([this.someone, ...this.refs(0.8, this.people)])], count: 1 };
  }

  private terms(): object {
    const { dice, someone: providerId } = this;
    const buffers = { bufferBeforeMin: dice.pick([null, 0, 5]), bufferAfterMin: dice.pick([null, 0, 15]) };
    return { providerId, durationMin: dice.pick([null, 20, 50]), price: dice.pick([null, 99]), ...buffers };
  }

  /** At most one class of a provider on a weekday, as classes may not meet. */
  private timetable(): object[] {
    const { dice } = this;
    const entries = dice.times(12, 30, () => {
      const { ref: providerId, home } = dice.pick(this.people);
      const weeks = dice.perhaps(0.3, () => ({ everyWeeks: 2, from: this.hours.date(-20, 0) }));
      return {
        day: dice.pick(WEEK),
        start: this.hours.time(),
        providerId,
        ...this.placeOf({ home }, 0.4),
        ...weeks,
      };
    });
    return [...new Map(entries.map((entry) => [`${entry.day} ${entry.providerId}`, entry])).values()];
  }

  private exceptions(): void {
    const { dice, hours } = this;
    const stretches = () => (dice.chance(0.25) ? [] : hours.shifts());
    for (let count = dice.between(0, 3); count > 0; count--)
      this.add('put', `/special-hours/${hours.date()}`, { hours: stretches(), ...this.place(0.4) });
    for (const person of dice.some(this.people, 0.6)) {
      const placed = stretches().map((stretch) => ({ ...stretch, ...this.placeOf(person, 0.3) }));
      this.add('put', `/providers/${person.ref}/special-hours/${hours.date()}`, { hours: placed });
    }
    for (let count = dice.between(0, 3); count > 0; count--)
      this.add('post', '/closures', { ...hours.absence(), ...this.place(0.4) });
    for (const ref of this.refs(0.6, this.people))
      this.add('post', `/providers/${ref}/time-off`, hours.absence());
  }

  private book(): void {
    const { dice, hours } = this;
    for (let count = dice.between(10, 30); count > 0; count--) {
      const service = dice.pick(this.services);
      const { ref, capacity } = service;
      const [date, start, providerId] = [hours.date(), clockText(dice.between(28, 72) * 15), this.someone];
      const when = { date, start, ignoreSchedule: dice.chance(0.8) };
      const pending = dice.perhaps(0.15, () => ({
        status: 'pending',
        expiresInMin: dice.pick([5, 30, 10_000]),
      }));
      const booking = {
        ...{ ...GUEST, providerId, serviceId: ref },
        ...{ ...when, ...this.place(0.2), ...pending },
      };
      for (let copies = capacity > 1 ? dice.between(1, 3) : 1; copies > 0; copies--) {
        const seats = dice.between(1, Math.min(capacity, 2));
        const made = this.add('post', '/appointments', { ...booking, seats });
        this.bookings.push({ ref: made, service, date, providerId });
      }
    }
    const statuses = ['cancelled', 'no-show', 'completed'].map((status) => ({ status }));
    for (const { ref } of dice.some(this.bookings, 0.2)) {
      const moved = { start: hours.time(), ignoreSchedule: true };
      this.add('patch', `/appointments/${ref}`, dice.pick<object>([...statuses, moved]));
    }
  }

  /** What is booked keeps the buffers that it was booked with. An export does not have those of holds, so they are placed last. */
  private change(): void {
    const { dice } = this;
    const buffers = { bufferAfterMin: 25, bufferBeforeMin: 0 };
    const changes = [
      buffers,
      { capacity: 4 },
      { capacity: 3 },
      { capacity: 1 },
      { durationMin: 40 },
      { active: false },
    ];
    for (const ref of this.refs(0.3)) this.add('patch', `/services/${ref}`, dice.pick<object>(changes));
    if (dice.chance(0.1)) this.add('patch', `/providers/${this.someone}`, { active: false });
    for (let count = dice.between(4, 16); count > 0; count--) {
      const { ref, capacity } = dice.pick(this.services);
      const when = {
        date: this.hours.date(0, 12),
        start: clockText(dice.between(18, 33) * 30),
        ttlSec: dice.between(1, 60) * 60,
      };
      const hold = { providerId: this.someone, serviceId: ref, ...when, ...this.place(0.1) };
      for (let copies = capacity > 1 ? dice.between(1, 2) : 1; copies > 0; copies--)
        this.add('post', '/holds', hold);
    }
  }

  private question(): Question {
    const { dice } = this;
    const moved = dice.chance(0.15) ? dice.pick(this.bookings) : undefined;
    const { ref, capacity, options } = moved?.service ?? dice.pick(this.services);
    const providerId = moved?.providerId ?? this.someone;
    return {
      ...{ serviceId: ref, date: moved?.date ?? this.hours.date(0, 13) },
      ...(dice.chance(0.25) ? { anyProvider: true } : { providerId }),
      ...this.place(0.35),
      ...(options.length > 0 && dice.chance(0.5) ? { durationMin: dice.pick(options) } : {}),
      ...(capacity > 1 && dice.chance(0.4) ? { seats: dice.between(1, capacity) } : {}),
      ...(moved && { excludeAppointmentId: moved.ref }),
    };
  }
}
