import { ValidationError } from '../../platform/errors/errors';
import type { Question } from './engine';
import { parseEndTime, parseTime } from '../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../platform/time/units';
import { type LocalStart, localDateOf, toInstant } from '../../platform/time/wall-clock';
import { parseStart } from '../../platform/time/instant-text';

/** The time of a body, as text that its DTO has found well-formed. */
export interface TimeText {
  /** `YYYY-MM-DD`; goes with a `start` that is a time of day, and is not looked at beside any other. */
  readonly date?: string | undefined;
  /** `HH:MM`, an instant (RFC 3339), or the same without an offset: on the provider's clock. */
  readonly start: string;
  /** As `start`; `HH:MM` (`24:00`, too) is on the date of the start. */
  readonly end?: string | undefined;
}

/** A time on the provider's clock; without a date, on the date of the start. */
export interface LocalEnd {
  readonly date?: string | undefined;
  /** Minutes since midnight, 0 to 1440. */
  readonly timeMin: number;
}

/** A question as a caller puts it: its end, too, may be on the provider's clock, whose zone only the snapshot knows. */
export interface UnresolvedQuestion extends Omit<Question, 'end'> {
  readonly end?: number | LocalEnd | undefined;
}

/** No appointment is longer than the longest service (decisions, section 3). */
export const LONGEST_MS = DAY_MIN * MINUTE_MS;

/** The one place that reads the time of a body. @throws ValidationError of `date`, `start` or `end` */
export function readQuestion({ date, start, end }: TimeText): UnresolvedQuestion {
  return { start: readStart(start, date), ...(end !== undefined && { end: readEnd(end) }) };
}

/**
 * The question that the engine can answer.
 * @throws ValidationError when the end never comes, is not after the start, or is more than a day after it
 */
export function resolveQuestion({ end: asked, ...question }: UnresolvedQuestion, zone: string): Question {
  if (asked === undefined) return question;
  const start = instantOf(question.start, zone);
  const end = typeof asked === 'number' ? asked : instantOf(onDateOf(question.start, asked, zone), zone);
  if (end === undefined) refuse('end', 'does not exist on the provider’s clock');
  // A start that does not exist is for the verdict to refuse, whatever the end.
  if (start !== undefined && end <= start) refuse('end', 'must be after the start');
  if (start !== undefined && end - start > LONGEST_MS)
    refuse('end', 'must be at most 24 hours after the start');
  return { ...question, end };
}

/** Where on the UTC line a question is about, give or take the offset of a zone. Epoch ms. */
export function approximateStart({ start }: UnresolvedQuestion): number {
  return typeof start === 'number' ? start : toInstant(start, 'UTC').instant;
}

function readStart(text: string, date: string | undefined): number | LocalStart {
  const timeMin = parseTime(text);
  if (timeMin === undefined) return parseStart(text) ?? refuse('start', 'names no time');
  return { date: date ?? refuse('date', 'is required where start is a time of day'), timeMin };
}

/** When something ends, as a body says it. @throws ValidationError of `end` */
export function readEnd(text: string): number | LocalEnd {
  const timeMin = parseEndTime(text);
  return timeMin === undefined ? (parseStart(text) ?? refuse('end', 'names no time')) : { timeMin };
}

function onDateOf(start: UnresolvedQuestion['start'], { date, timeMin }: LocalEnd, zone: string): LocalStart {
  const startsOn = () => (typeof start === 'number' ? localDateOf(start, zone) : start.date);
  return { date: date ?? startsOn(), timeMin };
}

/** Epoch ms; undefined where the clock jumps over the time. */
export function instantOf(time: number | LocalStart, zone: string): number | undefined {
  if (typeof time === 'number') return time;
  const resolution = toInstant(time, zone);
  return resolution.kind === 'gap' ? undefined : resolution.instant;
}

function refuse(field: string, message: string): never {
  throw new ValidationError({ [field]: message });
}
