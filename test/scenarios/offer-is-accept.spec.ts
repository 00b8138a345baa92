import fc from 'fast-check';
import { aProvider, aService } from '../support/builders';
import type { Answer } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';
import { Oracle } from '../support/worlds/oracle';
import { runs } from '../support/worlds/runs';
import { tapeOf } from '../support/worlds/scenes';
import { aWorld, type World } from '../support/worlds/world';
import { TAKE_TIME_OF_WRITTEN } from '../../src/booking/claims/claims.statements';

jest.setTimeout(300_000);

/** The answers for one start: whether it is listed, and the reason of the check and of the booking, `null` when it is bookable. */
interface Said {
  readonly time: string;
  readonly listed: boolean;
  readonly checked: unknown;
  readonly booked: unknown;
}

/** A world with at most one start an hour, because the test books each start, and without overlapping appointments. */
const aSmallWorld: fc.Arbitrary<World> = aWorld.map((world) => ({
  ...world,
  service: { ...world.service, slotIntervalMin: Math.max(world.service.slotIntervalMin ?? 90, 60) },
  busy: world.busy.filter((one, index, all) =>
    all.slice(0, index).every((other) => other.end <= one.start || one.end <= other.start),
  ),
}));

describe('In any world,', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin);
  });

  afterAll(() => service.stop());

  it('every offered slot can be booked, and the service refuses every other start for the reason that the check returns', async () => {
    await fc.assert(
      fc.asyncProperty(aSmallWorld, async (world) => {
        await build(world);
        const oracle = new Oracle(world);
        for (const date of world.scene.dates) {
          const grid = oracle.gridOf(date);
          const listed = await slotsOn(date);
          const said: Said[] = [];
          for (const start of grid) said.push(await askAround(world, start, listed.includes(start)));
          const reasons = grid.map((start) => oracle.verdict({ start }).reason ?? null);
          expect(said).toEqual(
            said.map(({ time }, index) => {
              const reason = reasons[index];
              return { time, listed: reason === null, checked: reason, booked: reason };
            }),
          );
          expect(grid).toEqual(expect.arrayContaining([...listed]));
        }
      }),
      runs(25),
    );
  });

  async function slotsOn(date: string): Promise<readonly number[]> {
    const path = `/availability/slots?providerId=${providerId}&serviceId=${serviceId}&date=${date}`;
    const { body } = await service.admin.get(path);
    return (body.data as { start: string }[]).map(({ start }) => Date.parse(start));
  }

  async function askAround(world: World, start: number, listed: boolean): Promise<Said> {
    const { date, time } = tapeOf(world.scene).textAt(start);
    const asked = { providerId, serviceId, date, start: time };
    const checked = await service.admin.post('/availability/check', asked);
    const customer = { name: 'Mia Keller', email: 'mia@example.com' };
    const booked = await service.admin.post('/appointments', { ...customer, ...asked });
    if (booked.status === 201) await service.admin.delete(`/appointments/${String(booked.body.data.id)}`);
    return { time, listed, checked: checked.body.data.reason, booked: reasonOf(booked) };
  }

  /** Writes the world to the database: provider, service, business hours, closures, time off and appointments. */
  async function build(world: World): Promise<void> {
    const { service: rules, business } = world;
    const schedule = world.schedule === null ? null : JSON.stringify(world.schedule);
    await service.query('truncate appointments, claims, closures, time_off, special_hours');
    await service.query('update business_hours set work_start_min = $1, work_end_min = $2, days = $3', [
      business.startMin,
      business.endMin,
      business.days,
    ]);
    await service.query('update users set active = $1 where id = $2', [world.isAvailable, providerId]);
    await service.query('update providers set timezone = $1, schedule = $2 where id = $3', [
      world.scene.zone,
      schedule,
      providerId,
    ]);
    await service.query(
      `update services set active = $1, duration_min = $2, buffer_before_min = $3, buffer_after_min = $4,
         slot_interval_min = $5, min_notice_min = $6, max_advance_days = $7 where id = $8`,
      [
        ...[rules.isAvailable, rules.durationMin, rules.bufferBeforeMin, rules.bufferAfterMin],
        ...[rules.slotIntervalMin, rules.minNoticeMin, rules.maxAdvanceDays, serviceId],
      ],
    );
    await service.admin.patch(`/providers/${providerId}`, { serviceIds: world.offersService ? null : [] });
    await insertTimes(world);
    await insertSpecialHours(world);
    service.clock.set(new Date(world.now).toISOString());
  }

  async function insertSpecialHours({ special }: World): Promise<void> {
    for (const [owner, days] of [
      [null, special.business],
      [providerId, special.own],
    ] as const)
      for (const [date, hours] of Object.entries(days))
        await service.query('insert into special_hours (provider_id, on_date, hours) values ($1, $2, $3)', [
          ...[owner, date, JSON.stringify(hours)],
        ]);
  }

  async function insertTimes({ closures, timeOff, busy }: World): Promise<void> {
    const range = ({ start, end }: { start: number; end: number }) => [new Date(start), new Date(end)];
    for (const closure of closures)
      await service.query(
        'insert into closures (start_at, end_at, created_at) values ($1, $2, now())',
        range(closure),
      );
    for (const absence of timeOff)
      await service.query(
        'insert into time_off (start_at, end_at, provider_id, created_at) values ($1, $2, $3, now())',
        [...range(absence), providerId],
      );
    for (const appointment of busy) await insertAppointment(range(appointment));
    await service.query(TAKE_TIME_OF_WRITTEN);
  }

  async function insertAppointment(range: readonly Date[]): Promise<void> {
    await service.query(
      `with customer as (insert into customers (first_name, created_at, updated_at) values ('X', now(), now()) returning id)
       insert into appointments
         (start_at, end_at, busy, provider_id, service_id, customer_id, status, created_at, updated_at)
       select $1::timestamptz, $2::timestamptz, tstzrange($1, $2), $3, $4, customer.id, 'pending', now(), now()
       from customer`,
      [...range, providerId, serviceId],
    );
  }
});

/** Returns `null` when the booking succeeded, or else the reason of the refusal. */
function reasonOf({ status, body }: Answer): unknown {
  return status === 201 ? null : body.error.details.reason;
}
