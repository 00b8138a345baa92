import type { Warned } from '../../../platform/http/envelope/warnings';
import { occupies, type Status } from '../../appointment-status';

interface AtPlace {
  readonly status: Status;
  readonly locationId: number | null;
}

/** What appointments that are booked together warn of: the customer goes from place to place. */
export function warnedOf({ appointments }: { readonly appointments: readonly AtPlace[] }): Warned {
  const taken = appointments.filter(({ status }) => occupies(status));
  const places = new Set(taken.flatMap(({ locationId }) => locationId ?? []));
  if (places.size < 2) return {};
  const message = 'The appointments take place at several locations';
  const locationIds = [...places].toSorted((a, b) => a - b);
  return { warnings: [{ code: 'several_places', message, locationIds }] };
}
