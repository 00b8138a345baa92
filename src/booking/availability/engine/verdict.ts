import { refusedByWindow } from './booking-window';
import { type BusyInterval, conflictsWith, occupied } from './busy';
import { type Interval, overlapsAny } from '../../../platform/time/interval';
import { parseDay } from '../../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../../platform/time/units';
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { type LocalStart, toInstant } from '../../../platform/time/wall-clock';

/** The reasons why a start is not bookable, in the order in which the rules are checked. */
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

/** A question to the engine: can this start be booked? */
export interface Question {
  /** An instant (epoch ms), or a time on the provider's wall clock. */
  readonly start: number | LocalStart;
  /** Instant (epoch ms); absent: the service's duration after the start. */
  readonly end?: number | undefined;
  /** Skip past, notice, horizon, closures, time off and hours; never the overlap rule. */
  readonly ignoreSchedule?: boolean | undefined;
  /** An appointment that is being moved: its own time counts as free. */
  readonly excludeAppointmentId?: number | undefined;
}

export type Verdict =
  | { readonly bookable: true; readonly start: number; readonly end: number; readonly busy: Interval }
  | {
      readonly bookable: false;
      readonly reason: Reason;
      /** Undefined when the requested time does not exist. */
      readonly start: number | undefined;
      readonly end: number | undefined;
      /** The overlapping appointments, sorted by start, when the reason is `slot_taken`; else empty. */
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

/** The first reason that depends on service and provider alone. */
export function refusedByOffer({ service, calendar }: Situation): Reason | undefined {
  if (!service.isAvailable) return 'service_unavailable';
  if (!calendar.isAvailable) return 'provider_unavailable';
  if (!calendar.offersService) return 'service_not_offered';
  return undefined;
}

function refusedByTime(
  situation: Situation,
  start: number,
  end: number,
  ignoreSchedule = false,
): Reason | undefined {
  const bySchedule = ignoreSchedule ? undefined : refusedBySchedule(situation, start, end);
  return bySchedule ?? (situation.takenUntil(start, end) === undefined ? undefined : 'slot_taken');
}

/** The first reason in the booking window, the closures, the time off and the working hours. */
export function refusedBySchedule(situation: Situation, start: number, end: number): Reason | undefined {
  const byWindow = refusedByWindow(situation.window, start, situation.zone);
  if (byWindow) return byWindow;
  if (overlapsAny(situation.closures, start, end)) return 'closed';
  if (overlapsAny(situation.timeOff, start, end)) return 'time_off';
  return situation.worksThrough(start, end) ? undefined : 'outside_working_hours';
}

/** The requested interval; undefined when the start does not exist or the end is not after it. */
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
