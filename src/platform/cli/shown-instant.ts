import { formatInstant } from '../time/instant-text';

const SECOND_MS = 1_000;

/** An instant as the commands print it: to the second, with the offset in the business's zone. */
export function shownInstant(instant: Date, zone: string): string {
  return formatInstant(Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS, zone);
}
