import { formatInstant } from '../time/instant-text';
import { SECOND_MS } from '../time/units';

/** An instant as the commands print it: to the second, with the offset in the business's zone. */
export function shownInstant(instant: Date, zone: string): string {
  return formatInstant(Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS, zone);
}
