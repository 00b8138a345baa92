import type { Reach } from './restrictions';

/** The ids of persons and bookings that bodies and queries name; undefined: none. */
export interface NamedIds {
  readonly customerId?: number | undefined;
  readonly excludeAppointmentId?: number | undefined;
}

/** Finds out which ids belong to a narrowed key. `booking/appointments` implements it. */
export abstract class ReachedIds {
  /** Those of the ids that the key sees. Reads nothing when nothing is named. */
  abstract among(reach: Reach, named: NamedIds): Promise<NamedIds>;
}

/** The ids that inputs name. */
export function namesOf(inputs: readonly NamedIds[]): NamedIds {
  const named = { customerId: undefined, excludeAppointmentId: undefined };
  for (const { customerId, excludeAppointmentId } of inputs)
    Object.assign(named, customerId && { customerId }, excludeAppointmentId && { excludeAppointmentId });
  return named;
}
