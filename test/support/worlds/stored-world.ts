import { TAKE_TIME_OF_WRITTEN } from '../../../src/booking/diary/claims/claims.statements';
import type { Classes, ServiceRules } from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import { aProvider, aService } from '../builders';
import type { TestService } from '../test-service';
import type { Helper } from './helpers';
import type { Resource } from './resources';
import type { HoursByDate, World } from './world';

/** The locations that resources of a world name. */
const LOCATIONS = [1, 2];
/** The greatest id of a resource. Each resource has a provider of its own whose appointments take it: they may overlap. */
const RESOURCES = 6;
/** The greatest id of a provider who may help. */
const PEOPLE = 6;

const CUSTOMER = 1;

export type RulesOf = 'service' | 'terms' | 'option';

interface Appointment extends Interval {
  readonly providerId: number;
  readonly serviceId: number;
  /** Absent: it has no buffers. */
  readonly busy?: Interval;
  readonly seats?: number;
  readonly resourceIds?: readonly number[];
  /** Ids of providers. */
  readonly team?: readonly number[];
  readonly expiresAt: number | null;
}

/** Writes worlds to the database of a service, one at a time. Resources and locations have the ids of the world. */
export class StoredWorld {
  private constructor(
    private readonly service: TestService,
    readonly providerId: number,
    readonly serviceId: number,
    readonly otherServiceId: number,
    /** Of the providers whose appointments take the resources, in the order of the resources. */
    private readonly otherProviderIds: readonly number[],
    /** Of the provider and those who may help, in the order of their ids in the world. */
    private readonly peopleIds: readonly number[],
    /** Gives the service, too. */
    private readonly colleagueId: number,
    /** Of the services whose timetables have the classes of the world. */
    readonly classServiceIds: readonly number[],
  ) {}

  static async on(service: TestService): Promise<StoredWorld> {
    const { admin } = service;
    await service.query(
      `insert into locations (id, name, created_at, updated_at) select id, 'Studio', now(), now() from unnest($1::int[]) id`,
      [LOCATIONS],
    );
    await service.query(
      `insert into customers (id, first_name, created_at, updated_at) overriding system value values ($1, 'X', now(), now())`,
      [CUSTOMER],
    );
    await service.query(`select setval(pg_get_serial_sequence('customers', 'id'), $1)`, [CUSTOMER]);
    const providerId = await aProvider(admin);
    const others: number[] = [];
    while (others.length < RESOURCES) others.push(await aProvider(admin));
    const people = [providerId];
    while (people.length < PEOPLE) people.push(await aProvider(admin));
    const services = [await aService(admin), await aService(admin)] as const;
    const colleague = await aProvider(admin);
    const withClasses = [await aService(admin), await aService(admin)];
    return new StoredWorld(service, providerId, ...services, others, people, colleague, withClasses);
  }

  /**
   * Replaces the world of before. Its claims must be those of appointments alone, and allowed by the constraints.
   * @param rulesOf who says the duration and the buffers: the service, its terms with the provider, or a duration that is chosen
   */
  async write(world: World, rulesOf: RulesOf = 'service'): Promise<void> {
    await this.service.query(
      'truncate appointments, browser_bookings, claims, series_occurrences, holds, closures, time_off, busy_calendars, busy_times, special_hours, resources',
    );
    await this.writeRules(world);
    if (rulesOf !== 'service') await this.writeTerms(world, rulesOf);
    await this.writeAbsences(world);
    await this.writeSpecialHours(null, world.special.business);
    for (const id of LOCATIONS) await this.writeSpecialHours(null, world.special.places[id] ?? {}, id);
    await this.writeSpecialHours(this.providerId, world.special.own);
    for (const helper of this.helpersIn(world)) await this.writeHelper(helper, world);
    for (const resource of world.resources) await this.writeResource(resource);
    await this.writeAppointments(world);
    this.service.clock.set(new Date(world.now).toISOString());
  }

  private async writeRules(world: World): Promise<void> {
    const { service: rules, business } = world;
    for (const id of LOCATIONS)
      await this.service.query('update locations set hours = $1, timezone = $2 where id = $3', [
        world.placeHours[id] === undefined ? null : JSON.stringify(world.placeHours[id]),
        world.placeZones[id] ?? null,
        id,
      ]);
    await this.service.query('update business_hours set work_start_min = $1, work_end_min = $2, days = $3', [
      business.startMin,
      business.endMin,
      business.days,
    ]);
    await this.writeProvider(this.providerId, world, world.scene.zone);
    await this.writeProvider(this.colleagueId, { isAvailable: true, schedule: null }, world.scene.zone);
    await this.writeLimits(world);
    await this.service.query(
      `update services set active = $1, duration_min = $2, buffer_before_min = $3, buffer_after_min = $4,
         slot_interval_min = $5, min_notice_min = $6, max_advance_days = $7, capacity = $8, resources = $9, team = $10,
         terms = '[]', duration_options = '[]', start_rule = $11, timetable = $12 where id = $13`,
      [
        ...[rules.isAvailable, rules.durationMin, rules.bufferBeforeMin, rules.bufferAfterMin],
        ...[rules.slotIntervalMin, rules.minNoticeMin, rules.maxAdvanceDays],
        ...[rules.capacity, JSON.stringify(world.needs), JSON.stringify(this.teamOf(world))],
        ...[rules.timetable == null ? 'interval' : 'schedule', this.timetableOf(rules), this.serviceId],
      ],
    );
    for (const [i, id] of this.classServiceIds.entries()) await this.writeClasses(id, world.classes[i]);
    await this.service.admin.patch(`/providers/${this.providerId}`, {
      serviceIds: world.offersService ? null : [],
    });
  }

  private async writeClasses(id: number, classes: Classes | undefined): Promise<void> {
    const { durationMin = 30, bufferBeforeMin = 0, bufferAfterMin = 0 } = classes ?? {};
    await this.service.query(
      `update services set duration_min = $1, buffer_before_min = $2, buffer_after_min = $3, start_rule = 'schedule',
         timetable = $4 where id = $5`,
      [durationMin, bufferBeforeMin, bufferAfterMin, this.timetableOf(classes ?? {}), id],
    );
  }

  /** Without those who are not in the world. As JSON. */
  private timetableOf({ timetable }: Pick<ServiceRules, 'timetable'>): string {
    const entries = (timetable ?? []).map((entry) => ({
      ...entry,
      providerId: this.personId(entry.providerId),
    }));
    return JSON.stringify(entries.filter(({ providerId }) => !Number.isNaN(providerId)));
  }

  private async writeLimits({ limits }: World): Promise<void> {
    await this.service.query('update services set max_per_day = $1 where id = $2', [
      limits.service,
      this.serviceId,
    ]);
    await this.service.query('update providers set max_per_day = $1 where id = $2', [
      limits.provider,
      this.providerId,
    ]);
  }

  /** Terms of the provider that make of another duration and other buffers those of the world. */
  private async writeTerms({ service: rules }: World, rulesOf: 'terms' | 'option'): Promise<void> {
    const { durationMin, bufferBeforeMin, bufferAfterMin } = rules;
    const other = { durationMin: otherThan(durationMin), before: 25, after: 35 };
    const isChosen = rulesOf === 'option';
    const terms = [
      {
        providerId: this.providerId,
        durationMin: isChosen ? 1 : durationMin,
        price: null,
        bufferBeforeMin,
        bufferAfterMin,
      },
    ];
    const options = isChosen ? [{ durationMin, price: 70 }] : [{ durationMin: 1, price: 5 }];
    await this.service.query(
      `update services set duration_min = $1, buffer_before_min = $2, buffer_after_min = $3, terms = $4, duration_options = $5
         where id = $6`,
      [
        ...[other.durationMin, other.before, other.after],
        ...[JSON.stringify(terms), JSON.stringify(options), this.serviceId],
      ],
    );
  }

  private async writeAbsences({ closures, timeOff, busyElsewhere }: World): Promise<void> {
    for (const closure of closures)
      await this.service.query(
        'insert into closures (start_at, end_at, location_id, created_at) values ($1, $2, $3, now())',
        [...rangeOf(closure), closure.locationId ?? null],
      );
    for (const absence of timeOff) await this.writeTimeOff('provider_id', this.providerId, absence);
    for (const busy of busyElsewhere) await this.writeBusyCalendar(this.providerId, busy);
  }

  private async writeProvider(
    id: number,
    { isAvailable, schedule }: Pick<World, 'isAvailable' | 'schedule'>,
    zone: string,
  ): Promise<void> {
    await this.service.query('update users set active = $1 where id = $2', [isAvailable, id]);
    const stored = schedule === null ? null : JSON.stringify(schedule);
    await this.service.query('update providers set timezone = $1, schedule = $2 where id = $3', [
      ...[zone, stored, id],
    ]);
  }

  /** The appointments of a helper are of another service, as those of the provider are. */
  private async writeHelper(
    { id, isAvailable, schedule, special, timeOff, busyElsewhere, claims }: Helper,
    { scene }: World,
  ): Promise<void> {
    const providerId = this.personId(id);
    await this.writeProvider(providerId, { isAvailable, schedule }, scene.zone);
    await this.writeSpecialHours(providerId, special);
    for (const absence of timeOff) await this.writeTimeOff('provider_id', providerId, absence);
    for (const busy of busyElsewhere) await this.writeBusyCalendar(providerId, busy);
    for (const { start, end, expiresAt } of claims)
      await this.writeAppointment({ start, end, expiresAt, providerId, serviceId: this.otherServiceId });
  }

  /** The provider is there already. */
  private helpersIn({ helpers, leaderId }: World): readonly Helper[] {
    return helpers.filter(({ id }) => id !== leaderId);
  }

  /** Without those who are not in the world. */
  private teamOf(world: World) {
    const helping = new Set(world.helpers.map(({ id }) => id));
    return world.team.map(({ providerIds, count }) => ({
      providerIds: providerIds.filter((id) => helping.has(id)).map((id) => this.personId(id)),
      count,
    }));
  }

  /** The id of a provider of the world in the database. */
  personId(id: number): number {
    return this.peopleIds[id - 1] ?? NaN;
  }

  /** Each in a calendar of its own: the times of one calendar do not overlap. */
  private async writeBusyCalendar(providerId: number, busy: Interval): Promise<void> {
    await this.service.query(
      `with calendar as (
         insert into busy_calendars (provider_id, url, created_at, updated_at, next_fetch_at)
         values ($3, 'https://calendar.example/', now(), now(), now()) returning id
       )
       insert into busy_times (calendar_id, start_at, end_at) select id, $1, $2 from calendar`,
      [...rangeOf(busy), providerId],
    );
  }

  private async writeSpecialHours(
    owner: number | null,
    days: HoursByDate,
    place: number | null = null,
  ): Promise<void> {
    for (const [date, hours] of Object.entries(days))
      await this.service.query(
        'insert into special_hours (provider_id, on_date, hours, location_id) values ($1, $2, $3, $4)',
        [owner, date, JSON.stringify(hours), place],
      );
  }

  private async writeResource({ id, kind, locationId, timeOff }: Resource): Promise<void> {
    await this.service.query(
      `insert into resources (id, name, kind, location_id, created_at, updated_at) values ($1, 'Any', $2, $3, now(), now())`,
      [id, kind, locationId],
    );
    for (const absence of timeOff) await this.writeTimeOff('resource_id', id, absence);
  }

  private async writeTimeOff(
    owner: 'provider_id' | 'resource_id',
    id: number,
    absence: Interval,
  ): Promise<void> {
    await this.service.query(
      `insert into time_off (start_at, end_at, ${owner}, created_at) values ($1, $2, $3, now())`,
      [...rangeOf(absence), id],
    );
  }

  private async writeAppointments({ busy, seats, resources, limits }: World): Promise<void> {
    const { providerId, serviceId, otherServiceId } = this;
    for (const { start, end, expiresAt } of busy)
      await this.writeAppointment({ start, end, expiresAt, providerId, serviceId: otherServiceId });
    for (const { start, end, expiresAt } of limits.elsewhere)
      await this.writeAppointment({ start, end, expiresAt, providerId: this.colleagueId, serviceId });
    for (const { seats: numbers, ...session } of seats) {
      const team = session.team.map((id) => this.personId(id));
      await this.writeAppointment({ ...session, team, providerId, serviceId, seats: numbers.length });
    }
    for (const { id, claims } of resources) {
      const other = { providerId: this.otherProviderIds[id - 1] ?? NaN, serviceId: otherServiceId };
      for (const { start, end, expiresAt } of claims)
        await this.writeAppointment({ start, end, expiresAt, ...other, resourceIds: [id] });
    }
    await this.service.query(TAKE_TIME_OF_WRITTEN);
  }

  private async writeAppointment({
    busy,
    seats = 1,
    resourceIds = [],
    team = [],
    ...rest
  }: Appointment): Promise<void> {
    await this.service.query(
      `insert into appointments (start_at, end_at, busy, provider_id, service_id, customer_id, seats, resource_ids, team, status,
         expires_at, created_at, updated_at)
       values ($1, $2, tstzrange($3, $4), $5, $6, $7, $8, $9, $10, 'pending', $11, now(), now())`,
      [
        ...rangeOf(rest),
        ...rangeOf(busy ?? rest),
        rest.providerId,
        rest.serviceId,
        CUSTOMER,
        seats,
        resourceIds,
        team,
        rest.expiresAt === null ? null : new Date(rest.expiresAt),
      ],
    );
  }
}

function rangeOf({ start, end }: Interval): [Date, Date] {
  return [new Date(start), new Date(end)];
}

function otherThan(durationMin: number): number {
  return durationMin > 60 ? durationMin - 45 : durationMin + 45;
}
