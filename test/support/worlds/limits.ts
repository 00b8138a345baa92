import fc from 'fast-check';
import type { DayLimit, DayLimitName } from '../../../src/booking/engine';
import { getDay } from '../../../src/platform/time/local-date';
import { type Claim, claims, isLive } from './claims';
import { tapeOf } from './scenes';
import type { Scene } from './tape';
import type { World } from './world';

/** How often the service, and the provider, may be booked on a date. Mostly no limit. */
export interface Limits {
  readonly service: number | null;
  readonly provider: number | null;
  /** The appointments of the service with other providers. They begin where the claims begin. */
  readonly elsewhere: readonly Claim[];
}

/** So that no appointment elsewhere has the id of another one. */
const FIRST_ID = 60;

export function limits(scene: Scene, now: number): fc.Arbitrary<Limits> {
  const elsewhere = claims(scene, now, 3, 600).map((all) =>
    all.map((claim) => {
      const { appointmentId } = claim;
      return { ...claim, appointmentId: appointmentId === null ? null : FIRST_ID + appointmentId };
    }),
  );
  const most = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({ service: null, provider: null, elsewhere: [] }) },
    { weight: 2, arbitrary: fc.record({ service: most, provider: most, elsewhere }) },
  );
}

/** What counts towards a limit: a session, an appointment or a hold, by its start. */
export interface Start {
  readonly session: string;
  readonly appointmentId: number | null;
  readonly start: number;
  /** The clock on which it has its date: that of its place, or of the provider. */
  readonly zone: string;
}

/** What counts towards a limit of a world at its moment. */
export function startsOf(world: World, name: DayLimitName): readonly Start[] {
  const { now, busy, seats, limits } = world;
  const startOf = ({ booked, start, appointmentId, session, locationId }: Claim, own: string): Start => ({
    session: session ?? own,
    appointmentId,
    start: booked?.start ?? start,
    zone: countedZone(world, locationId),
  });
  const led = busy.filter(({ as }) => as !== 'help');
  const ofOwn = name === 'service.maxPerDay' ? led.filter(({ as }) => as === 'of service') : led;
  const others = name === 'service.maxPerDay' ? limits.elsewhere : [];
  return [
    ...seats.filter(isLive(now)).map((claim) => startOf(claim, claim.session)),
    ...ofOwn.filter(isLive(now)).map((claim, i) => startOf(claim, `led ${i}`)),
    ...others.filter(isLive(now)).map((claim, i) => startOf(claim, `elsewhere ${i}`)),
  ];
}

/** The limits of a world in the form of the engine's arguments. */
export function limitsOf(world: World): readonly DayLimit[] | undefined {
  const { service, provider } = world.limits;
  if (service === null && provider === null) return undefined;
  const limit = (name: DayLimitName, most: number | null): DayLimit[] => {
    const counted = startsOf(world, name).map((each) => ({
      ...each,
      day: getDay(dateOf(world.scene, each)),
    }));
    return most === null ? [] : [{ name, most, counted }];
  };
  return [...limit('service.maxPerDay', service), ...limit('provider.maxPerDay', provider)];
}

/** The clock on which an appointment of a world counts: that of its place if it has one, or of the provider. */
export function countedZone({ placeZones, scene }: World, place: number | null | undefined): string {
  return placeZones[place ?? NaN] ?? scene.zone;
}

/** The local date of a start; of one after the tape, the last date of the tape. */
export function dateOf(scene: Scene, { start, zone }: Pick<Start, 'start' | 'zone'>): string {
  return tapeOf(scene, zone).dateAt(start);
}
