import { ValidationError } from '../../../platform/errors/errors';
import type { ExactCandidate } from '../../engine';
import { parseEndTime, parseTime } from '../../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../../platform/time/units';
import { type LocalStart, localDateOf, toInstant } from '../../../platform/time/zones/wall-clock';
import { parseStart } from '../../../platform/time/instant-text';

/** The time of a body, as text that its DTO has validated. */
export interface TimeText {
  /** `YYYY-MM-DD`; goes with a `start` that is a time of day, and is ignored with any other. */
  readonly date?: string | undefined;
  /** `HH:MM`, an instant (RFC 3339), or the same without an offset: on the provider's clock. */
  readonly start: string;
  /** As `start`; `HH:MM` (`24:00`, too) is on the date of the start. */
  readonly end?: string | undefined;
}

/** A time on the provider's clock; without a date, on the date of the start. */
interface LocalEnd {
  readonly date?: string | undefined;
  /** Minutes since midnight, 0 to 1440. */
  readonly timeMin: number;
}

/** What is to be booked, and when: what a body names before it is decided. */
export interface Candidate extends Omit<ExactCandidate, 'end'> {
  readonly serviceId: number;
  readonly providerId: number;
  /** An instant, or a time on the provider's clock: the snapshot brings the zone. Absent: the service's duration after the start. */
  readonly end?: number | LocalEnd | undefined;
  /** A duration that the service lets a booking choose. */
  readonly durationMin?: number | undefined;
  /** Whether an appointment keeps its service, which may have been deleted since. */
  readonly keepsService?: boolean;
}

/** A booking that any of several providers may take. */
export interface AnyCandidate extends Omit<Candidate, 'providerId'> {
  readonly providerId?: undefined;
  /** One of these; absent: one of the active providers who offer the service. */
  readonly providerIds?: readonly number[] | undefined;
}

/** What is to be booked, with one provider or with any. */
export type SomeCandidate = Candidate | AnyCandidate;

export type CandidateTime = Pick<Candidate, 'start' | 'end'>;

/** The longest duration of an appointment, which is that of a service. */
export const LONGEST_MS = DAY_MIN * MINUTE_MS;

/** Reads the time of a body; nothing else does. @throws ValidationError for `date`, `start` or `end` */
export function readTime({ date, start, end }: TimeText): CandidateTime {
  return { start: readStart(start, date), end: end === undefined ? undefined : readEnd(end) };
}

/**
 * The end as an instant; undefined when none is given.
 * @throws ValidationError when the end does not exist, is not after the start, or is more than a day after it
 */
export function endOf(time: CandidateTime, zone: string): number | undefined {
  if (time.end === undefined) return undefined;
  const start = instantAt(time.start, zone);
  const end = typeof time.end === 'number' ? time.end : instantAt(onDateOf(time.start, time.end, zone), zone);
  if (end === undefined) refuse('end', 'does not exist on the provider’s clock');
  // The verdict refuses a start that does not exist, so the end is not compared with it here.
  if (start !== undefined && end <= start) refuse('end', 'must be after the start');
  if (start !== undefined && end - start > LONGEST_MS)
    refuse('end', 'must be at most 24 hours after the start');
  return end;
}

/** The instant of the start in epoch ms, exact except for the offset of the zone. */
export function approximateStart({ start }: CandidateTime): number {
  return typeof start === 'number' ? start : toInstant(start, 'UTC').instant;
}

/** Whether a raw body has a `start` that is not a time of day, so that its `date` is ignored. */
export function ignoresDate(body: Readonly<Record<string, unknown>>): boolean {
  const start = body['start'] ?? body['startTime'] ?? body['start_time'];
  return typeof start === 'string' && parseTime(start.trim()) === undefined;
}

function readStart(text: string, date: string | undefined): number | LocalStart {
  const timeMin = parseTime(text);
  if (timeMin === undefined) return parseStart(text) ?? refuse('start', 'is not a time');
  return { date: date ?? refuse('date', 'is required where start is a time of day'), timeMin };
}

/** Reads the end of a body. @throws ValidationError for `end` */
export function readEnd(text: string): number | LocalEnd {
  const timeMin = parseEndTime(text);
  return timeMin === undefined ? (parseStart(text) ?? refuse('end', 'is not a time')) : { timeMin };
}

function onDateOf(start: CandidateTime['start'], { date, timeMin }: LocalEnd, zone: string): LocalStart {
  const startsOn = () => (typeof start === 'number' ? localDateOf(start, zone) : start.date);
  return { date: date ?? startsOn(), timeMin };
}

/** Epoch ms; undefined when the clock skips the time. */
export function instantAt(time: number | LocalStart, zone: string): number | undefined {
  if (typeof time === 'number') return time;
  const resolution = toInstant(time, zone);
  return resolution.kind === 'gap' ? undefined : resolution.instant;
}

function refuse(field: string, message: string): never {
  throw new ValidationError({ [field]: message });
}
