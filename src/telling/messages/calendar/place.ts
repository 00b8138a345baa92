import { oneLine } from '../../../platform/values/one-line';
import type { AppointmentFacts } from '../message-facts';

/** The place on one line; null when the appointment has no location. */
export function placeOf({
  locationName,
  locationAddress,
}: Pick<AppointmentFacts, 'locationName' | 'locationAddress'>): string | null {
  const address = locationAddress?.split('\n').map(oneLine).filter(Boolean).join(', ');
  const place = [locationName === null ? '' : oneLine(locationName), address].filter(Boolean).join(', ');
  return place === '' ? null : place;
}
