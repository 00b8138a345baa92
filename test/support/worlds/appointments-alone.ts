import { type Interval, overlaps } from '../../../src/platform/time/interval';
import { apartFrom } from './claims';
import type { World } from './world';

/** The world as the database can have it: with appointments alone, some of them pending until a moment, that do not overlap. */
export function withAppointmentsAlone(world: World): World {
  const seats = world.seats.filter(isAppointment);
  return {
    ...world,
    seats,
    busy: apartFrom(seats, withoutOverlaps(world.busy.filter(isAppointment))),
    resources: world.resources.map((resource) => {
      const sessions = seats.filter(({ resourceIds }) => resourceIds.includes(resource.id));
      const claims = withoutOverlaps(resource.claims.filter(isAppointment));
      return { ...resource, claims: apartFrom(sessions, claims) };
    }),
    helpers: world.helpers.map((helper) => {
      const sessions = seats.filter(({ team }) => team.includes(helper.id));
      const claims = withoutOverlaps(helper.claims.filter(isAppointment));
      return { ...helper, claims: apartFrom(sessions, claims) };
    }),
    limits: {
      ...world.limits,
      elsewhere: withoutOverlaps(world.limits.elsewhere.filter(isAppointment)),
    },
  };
}

function isAppointment({ appointmentId }: { readonly appointmentId: number | null }): boolean {
  return appointmentId !== null;
}

function withoutOverlaps<T extends Interval>(claims: readonly T[]): readonly T[] {
  return claims.filter((one, index) => !claims.slice(0, index).some((other) => overlaps(one, other)));
}
