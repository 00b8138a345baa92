import { refusedByWindow } from './booking-window';
import { type BusyInterval, conflictsWith, occupied } from './busy';
import { type Interval, overlapsAny } from '../../../platform/time/interval';
import { parseDay } from '../../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../../platform/time/units';
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { type LocalStart, toInstant } from '../../../platform/time/wall-clock';

/** Why a start is not bookable, in the order in which the rules are asked. */
export const REASONS = [
  'service_unavailable',
  'provider_unavailable',
  'service_not_offered',
  'invalid_time',
  'in_the_past',
  'too_soon',
  'too_far_ahead',
  'closed',
  'time_off',
  'outside_working_hours',
  'slot_taken',
] as const;
export type Reason = (typeof REASONS)[number];

/** A start that somebody wants. */
export interface Question {
  /** An instant (epoch ms), or a time on the provider's wall clock. */
  readonly start: number | LocalStart;
  /** Instant (epoch ms); left out, the service's duration after the start. */
  readonly end?: number | undefined;
  /** Skip past, notice, horizon, closures, time off and hours; never the overlap rule. */
  readonly ignoreSchedule?: boolean | undefined;
  /** The appointment that is to move, whose own time does not stand in its way. */
  readonly excludeAppointmentId?: number | undefined;
}

export type Verdict =
  | { readonly bookable: true; readonly start: number; readonly end: number; readonly busy: Interval }
  | {
      readonly bookable: false;
      readonly reason: Reason;
      /** Undefined when the time asked for names no instant. */
      readonly start: number | undefined;
      readonly end: number | undefined;
      /** The appointments in the way, sorted by start: some when the reason is `slot_taken`, else none. */
      readonly conflicts: readonly BusyInterval[];
    };

/** Whether a start is bookable, and if not, the first rule that refuses it. `now` is in epoch ms. Never throws. */
export function verdict(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  question: Question,
): Verdict {
  const situation = new Situation(now, service, calendar, question.excludeAppointmentId);
  const asked = requestedInterval(service, calendar.timeZone, question);
  const reason = refusal(situation, asked, question.ignoreSchedule);
  if (asked && !reason) return { bookable: true, ...asked, busy: occupied(service, asked) };
  return {
    bookable: false,
    reason: reason ?? 'invalid_time',
    start: asked?.start,
    end: asked?.end,
    conflicts: asked && reason === 'slot_taken' ? conflictsOf(service, calendar, asked, question) : [],
  };
}

function refusal(
  situation: Situation,
  asked: Interval | undefined,
  ignoreSchedule: boolean | undefined,
): Reason | undefined {
  const byOffer = refusedByOffer(situation);
  if (byOffer) return byOffer;
  return asked ? refusedByTime(situation, asked.start, asked.end, ignoreSchedule) : 'invalid_time';
}

/** The first reason that lies in the service or the provider, whatever the time. */
export function refusedByOffer({ service, calendar }: Situation): Reason | undefined {
  if (!service.isAvailable) return 'service_unavailable';
  if (!calendar.isAvailable) return 'provider_unavailable';
  if (!calendar.offersService) return 'service_not_offered';
  return undefined;
}

/** The first reason that lies in the time. Asked about every slot of every view and about every booking. */
export function refusedByTime(
  situation: Situation,
  start: number,
  end: number,
  ignoreSchedule = false,
): Reason | undefined {
  const bySchedule = ignoreSchedule ? undefined : refusedBySchedule(situation, start, end);
  return bySchedule ?? refusedByOverlap(situation, start, end);
}

function refusedBySchedule(situation: Situation, start: number, end: number): Reason | undefined {
  const byWindow = refusedByWindow(situation.window, start, situation.zone);
  if (byWindow) return byWindow;
  if (overlapsAny(situation.closures, start, end)) return 'closed';
  if (overlapsAny(situation.timeOff, start, end)) return 'time_off';
  return situation.worksThrough(start, end) ? undefined : 'outside_working_hours';
}

/** As `occupied` widens it, but without an object for every slot that is tried. */
function refusedByOverlap({ service, taken }: Situation, start: number, end: number): Reason | undefined {
  const from = start - service.bufferBeforeMin * MINUTE_MS;
  const to = end + service.bufferAfterMin * MINUTE_MS;
  return overlapsAny(taken, from, to) ? 'slot_taken' : undefined;
}

/** What is asked for on the UTC line; undefined when the start does not exist or the end is not after it. */
export function requestedInterval(
  service: ServiceRules,
  zone: string,
  question: Question,
): Interval | undefined {
  const start = typeof question.start === 'number' ? question.start : instantOf(question.start, zone);
  if (start === undefined || !Number.isFinite(start)) return undefined;
  const end = question.end ?? start + service.durationMin * MINUTE_MS;
  return start < end && Number.isFinite(end) ? { start, end } : undefined;
}

function instantOf(local: LocalStart, zone: string): number | undefined {
  const isTimeOfDay = Number.isInteger(local.timeMin) && local.timeMin >= 0 && local.timeMin < DAY_MIN;
  if (!isTimeOfDay || parseDay(local.date) === undefined) return undefined;
  const resolution = toInstant(local, zone);
  return resolution.kind === 'gap' ? undefined : resolution.instant;
}

function conflictsOf(
  service: ServiceRules,
  calendar: ProviderCalendar,
  asked: Interval,
  question: Question,
): readonly BusyInterval[] {
  const conflicts = conflictsWith(calendar.busy, occupied(service, asked), question.excludeAppointmentId);
  return conflicts.toSorted((a, b) => a.start - b.start || a.appointmentId - b.appointmentId);
}
