import fc from 'fast-check';
import type { Answer } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';
import { withAppointmentsAlone } from '../support/worlds/appointments-alone';
import { withBooking } from '../support/worlds/booking';
import { Clocks } from '../support/worlds/clocks';
import { Oracle } from '../support/worlds/oracle';
import type { WorldRequest } from '../support/worlds/resources';
import { runs } from '../support/worlds/runs';
import { type RulesOf, StoredWorld } from '../support/worlds/stored-world';
import { aWorld, type World } from '../support/worlds/world';

jest.setTimeout(300_000);

const SECOND_MS = 1_000;
/** The id under which a world counts what the test takes. Others are lower. */
const TAKER = 1_000;
const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };

/** What the service offers on a date. */
interface Offer {
  readonly start: number;
  readonly seatsLeft: number | undefined;
}

/** The reasons of the check and of the booking for one start, `null` when it is bookable. */
interface Said {
  readonly time: string;
  readonly checked: unknown;
  readonly booked: unknown;
}

/** A world with what is requested in it. */
interface Case {
  readonly world: World;
  readonly requested: WorldRequest;
  /** Who says the duration and the buffers: the service, its terms with the provider, or the duration that is chosen. */
  readonly rulesOf: RulesOf;
}

/** A hold in a world. */
interface Hold {
  readonly world: World;
  /** The world with what the hold keeps. */
  readonly held: World;
  readonly holdId: string;
  readonly expiry: number;
  readonly expectAnswersIn: (world: World) => Promise<void>;
}

/** A world that the database can have, with at most one start of the grid an hour, because the test books each start. */
const aSmallWorld: fc.Arbitrary<World> = aWorld.map(withAppointmentsAlone).map((world) => ({
  ...world,
  service: { ...world.service, slotIntervalMin: Math.max(world.service.slotIntervalMin ?? 90, 60) },
}));

/** Requests no more seats than there are: more are a fault of the request, and no refusal. */
const aCase: fc.Arbitrary<Case> = fc
  .tuple(
    aSmallWorld,
    fc.constantFrom(1, 1, 2, 3),
    fc.constantFrom(undefined, undefined, 1, 2),
    fc.constantFrom('service', 'terms', 'option'),
  )
  .map(([world, seats, locationId, rulesOf]) => ({
    world,
    requested: { seats: Math.min(seats, world.service.capacity), locationId },
    rulesOf,
  }));

/** Requests seats of a group service. */
const aGroupCase: fc.Arbitrary<Case> = fc
  .tuple(aCase, fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 3 }))
  .map(([{ world, requested, rulesOf }, capacity, seats]) => ({
    rulesOf,
    world: { ...world, service: { ...world.service, capacity } },
    requested: { ...requested, seats: Math.min(seats, capacity) },
  }));

describe('In any world,', () => {
  let service: TestService;
  let stored: StoredWorld;

  beforeAll(async () => {
    service = await startTestService();
    stored = await StoredWorld.on(service);
  });

  afterAll(() => service.stop());

  it('every offered slot can be booked, and the service refuses every other start for the reason that the check returns', async () => {
    await fc.assert(
      fc.asyncProperty(aCase, async ({ world, requested, rulesOf }) => {
        await stored.write(world, rulesOf);
        const oracle = new Oracle(world, requested);
        for (const date of world.scene.dates)
          await expectAnswers({ world, requested, rulesOf }, date, oracle.startsOn(date));
      }),
      runs(20),
    );
  });

  it('a session is offered and takes bookings until it has too few seats left', async () => {
    await fc.assert(
      fc.asyncProperty(aGroupCase, fc.nat(), async ({ world: before, requested, rulesOf }, pick) => {
        const { slot } = anOffer({ world: before, requested, rulesOf }, pick);
        await stored.write(before, rulesOf);
        const { start, date } = slot;
        let world = before;
        for (let id = TAKER; ; id++) {
          const { placement } = new Oracle(world, requested).verdict({ start });
          if (placement === undefined) break;
          const question = questionOf({ world, requested, rulesOf }, start);
          await service.admin.post('/appointments', { ...CUSTOMER, ...question });
          world = withBooking(world, id, slot, placement);
          await expectAnswers({ world, requested, rulesOf }, date, [start]);
        }
      }),
      runs(4),
    );
  });

  it('the very next answer leaves out what a hold keeps, and offers it again when the hold is released', async () => {
    const law = whileHeld(async ({ world, holdId, expectAnswersIn }) => {
      expect((await service.admin.delete(`/holds/${holdId}`)).status).toBe(200);
      await expectAnswersIn(world);
    });
    await fc.assert(law, runs(4));
  });

  it('a hold keeps its time until the instant at which it expires', async () => {
    const law = whileHeld(async ({ world, held, expiry, expectAnswersIn }) => {
      service.clock.set(new Date(expiry - 1).toISOString());
      await expectAnswersIn({ ...held, now: expiry - 1 });
      service.clock.set(new Date(expiry).toISOString());
      await expectAnswersIn({ ...world, now: expiry });
    });
    await fc.assert(law, runs(4));
  });

  it('the booking of a hold takes just what the hold kept', async () => {
    const law = whileHeld(async ({ world, held, holdId, expectAnswersIn }) => {
      const booked = await service.admin.post('/appointments', { ...CUSTOMER, holdId });
      expect(booked.status).toBe(201);
      await expectAnswersIn(held);
      await service.admin.delete(`/appointments/${String(booked.body.data.id)}`);
      await expectAnswersIn(world);
    });
    await fc.assert(law, runs(4));
  });

  /** Holds one of the slots of a world, and expects that the answers change, before it lets the test go on. */
  function whileHeld(goOn: (hold: Hold) => Promise<void>) {
    const ttlSec = fc.integer({ min: 60, max: 3_600 });
    return fc.asyncProperty(aCase, fc.nat(), ttlSec, async ({ world, requested, rulesOf }, pick, ttlSec) => {
      const { slot, placement } = anOffer({ world, requested, rulesOf }, pick);
      const held = withBooking(world, TAKER, slot, placement);
      const expectAnswersIn = (expected: World) =>
        expectAnswers({ world: expected, requested, rulesOf }, slot.date, [slot.start]);

      await stored.write(world, rulesOf);
      const question = questionOf({ world, requested, rulesOf }, slot.start);
      const { status, body } = await service.admin.post('/holds', { ...question, ttlSec });
      expect(status).toBe(201);
      await expectAnswersIn(held);
      const expiry = world.now + ttlSec * SECOND_MS;
      await goOn({ world, held, holdId: body.data.id as string, expiry, expectAnswersIn });
    });
  }

  /** Compares the slots of a date, and the check and the booking of some starts, with those of the oracle. */
  async function expectAnswers(asking: Case, date: string, starts: readonly number[]): Promise<void> {
    const oracle = new Oracle(asking.world, asking.requested);
    const offers = oracle.slotsOn(date).map(({ start, seatsLeft }) => ({ start, seatsLeft }));
    expect(await offersOn(asking, date)).toEqual(offers);
    const said: Said[] = [];
    for (const start of starts) said.push(await askAround(asking, start));
    expect(said).toEqual(
      starts.map((start) => {
        const reason = oracle.verdict({ start }).reason ?? null;
        return { time: localOf(asking, start).time, checked: reason, booked: reason };
      }),
    );
  }

  async function offersOn(asking: Case, date: string): Promise<readonly Offer[]> {
    const { seats, locationId } = asking.requested;
    const chosen = durationOf(asking) === undefined ? '' : `&durationMin=${durationOf(asking)}`;
    const place = typeof locationId === 'number' ? `&locationId=${locationId}${chosen}` : chosen;
    const { body } = await service.admin.get(
      `/availability/slots?providerId=${stored.providerId}&serviceId=${stored.serviceId}&date=${date}&seats=${seats}${place}`,
    );
    return (body.data as { start: string; seatsLeft?: number }[]).map(({ start, seatsLeft }) => {
      return { start: Date.parse(start), seatsLeft };
    });
  }

  async function askAround(asking: Case, start: number): Promise<Said> {
    const question = questionOf(asking, start);
    const checked = await service.admin.post('/availability/check', question);
    const booked = await service.admin.post('/appointments', { ...CUSTOMER, ...question });
    if (booked.status === 201) await service.admin.delete(`/appointments/${String(booked.body.data.id)}`);
    return { time: question.start, checked: checked.body.data.reason, booked: reasonOf(booked) };
  }

  function questionOf(asking: Case, start: number) {
    const { providerId, serviceId } = stored;
    const { date, time } = localOf(asking, start);
    const durationMin = durationOf(asking);
    return {
      providerId,
      serviceId,
      date,
      start: time,
      ...asking.requested,
      ...(durationMin && { durationMin }),
    };
  }
});

/** The date and the time of a start on the clock of the request. */
function localOf({ world, requested }: Case, start: number) {
  return new Clocks(world, requested.locationId ?? null).at(start).textAt(start);
}

/** The duration that is chosen, if one is. */
function durationOf({ world, rulesOf }: Case): number | undefined {
  return rulesOf === 'option' ? world.service.durationMin : undefined;
}

/** Picks one of the slots of a world, with what its booking takes. Gives up a world that offers none. */
function anOffer({ world, requested }: Case, pick: number) {
  const oracle = new Oracle(world, requested);
  const offered = world.scene.dates.flatMap((date) => oracle.slotsOn(date));
  const slot = offered[pick % offered.length];
  const placement = slot && oracle.verdict({ start: slot.start }).placement;
  fc.pre(slot !== undefined && placement !== undefined);
  return { slot, placement };
}

/** Returns `null` when the booking succeeded, or else the reason of the refusal. */
function reasonOf({ status, body }: Answer): unknown {
  return status === 201 ? null : body.error.details.reason;
}
