import type { Placement } from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import type { World } from './world';

/** When an appointment is, and where. */
interface Booked extends Interval {
  readonly locationId?: number | null | undefined;
}

/** The world with one more appointment, which takes what the engine has placed. */
export function withBooking(
  world: World,
  appointmentId: number,
  { start, end, locationId }: Booked,
  { busy, session, seats, resourceIds, team }: Placement,
): World {
  const held = { appointmentId, expiresAt: null, locationId };
  if (seats === null) return withClaim(world, { ...busy, ...held }, { start, end }, { resourceIds, team });
  const own = session ?? `session of ${appointmentId}`;
  return {
    ...world,
    seats: [...world.seats, { session: own, start, end, busy, seats, resourceIds, team, ...held }],
  };
}

/** The world without the claims of an appointment. */
export function withoutBooking(world: World, appointmentId: number): World {
  const isOther = (claim: { readonly appointmentId: number | null }) => claim.appointmentId !== appointmentId;
  const resources = world.resources.map((resource) => ({
    ...resource,
    claims: resource.claims.filter(isOther),
  }));
  const helpers = world.helpers.map((helper) => ({ ...helper, claims: helper.claims.filter(isOther) }));
  return {
    ...world,
    busy: world.busy.filter(isOther),
    seats: world.seats.filter(isOther),
    resources,
    helpers,
  };
}

function withClaim(
  world: World,
  claim: World['busy'][number],
  booked: Interval,
  { resourceIds, team }: Pick<Placement, 'resourceIds' | 'team'>,
): World {
  const resources = world.resources.map((resource) =>
    resourceIds.includes(resource.id) ? { ...resource, claims: [...resource.claims, claim] } : resource,
  );
  const helpers = world.helpers.map((helper) =>
    team.includes(helper.id) ? { ...helper, claims: [...helper.claims, claim] } : helper,
  );
  const led = { ...claim, booked, as: 'of service' } as const;
  return { ...world, busy: [...world.busy, led], resources, helpers };
}
