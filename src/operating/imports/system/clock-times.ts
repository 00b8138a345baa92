import { formatInstant, parseLocalTime } from '../../../platform/time/instant-text';
import { isTimeZone } from '../../../platform/time/zones/time-zone';
import { toInstant } from '../../../platform/time/zones/wall-clock';
import type { JsonObject } from '../../../platform/values/json-object';
import { type Outcome, refused } from '../outcome';

/** `2026-12-01T09:00:00[Europe/Berlin]`: a time of a wall clock, and whose clock that is. */
const ON_A_CLOCK = /^([^[\]]+)\[([^[\]]+)\]$/;
const MEMBERS = ['createdAt', 'start', 'end'];

/** A time of some clock. */
interface ClockTime {
  readonly instant: number;
  /** The clock that skips it; `instant` is the end of the gap then. */
  readonly skippedBy: string | undefined;
  /** The same reading in ms, as if the clock never changed. */
  readonly reading: number;
}

/**
 * The body with instants for its times that name a clock. Of two times with one reading, when the clock goes back, each is the first. What
 * the clock skips at either end is no time at all, so that time off begins or ends with the gap. @returns a refusal of an appointment that
 * starts in a gap; one that ends there is as long as its readings are apart
 */
export function withInstants(body: JsonObject, isAppointment: boolean): JsonObject | Outcome {
  const times = new Map(MEMBERS.flatMap((member) => entryOf(member, body[member])));
  const [start, end] = [times.get('start'), times.get('end')];
  if (isAppointment && start?.skippedBy !== undefined)
    return refused(`start is skipped by the clock of ${start.skippedBy}`);
  const instants = [...times].map(([member, { instant }]) => [member, formatInstant(instant, 'UTC')]);
  const read = { ...body, ...(Object.fromEntries(instants) as JsonObject) };
  if (!isAppointment || start === undefined || end?.skippedBy === undefined) return read;
  return { ...read, end: formatInstant(start.instant + (end.reading - start.reading), 'UTC') };
}

function entryOf(member: string, value: unknown): [string, ClockTime][] {
  const [, text = '', zone = ''] = ON_A_CLOCK.exec(typeof value === 'string' ? value : '') ?? [];
  const local = parseLocalTime(text);
  // The rules of the API refuse it.
  if (local === undefined || !isTimeZone(zone)) return [];
  const { kind, instant } = toInstant(local, zone);
  const reading = toInstant(local, 'UTC').instant + local.ms;
  const isSkipped = kind === 'gap';
  const skippedBy = isSkipped ? zone : undefined;
  return [[member, { instant: isSkipped ? instant : instant + local.ms, skippedBy, reading }]];
}
