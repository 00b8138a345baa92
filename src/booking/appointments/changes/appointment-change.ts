import { DateZones, type ExactCandidate, TAKEN_REASONS, type Verdict } from '../../engine';
import { type LocalStart, localDateOf, localTimeOf } from '../../../platform/time/zones/wall-clock';
import { parseTime } from '../../../platform/time/local-date';
import { endOf, instantAt, readEnd, readTime } from '../../diary/decisions/candidate';
import type { AppointmentState } from '../../diary/rows/appointment-columns';
import { occupies, type Status } from '../../appointment-status';
import type { AppointmentPatch } from '../dto/appointment-change.dto';

type Refusal = Extract<Verdict, { bookable: false }>;

/** Whether a body names a time or a date. */
export function namesTime({ date, start, end }: AppointmentPatch): boolean {
  return date !== undefined || start !== undefined || end !== undefined;
}

/** The clock on which a body without a time is read. */
export const ANY_CLOCK = new DateZones('UTC');

/**
 * Without an end, an appointment of the same service keeps its length.
 * @param zones of the place or the provider after the change @throws ValidationError when the end does not fit the start
 */
export function requestedTime(
  current: AppointmentState,
  patch: AppointmentPatch,
  zones: DateZones,
): Pick<ExactCandidate, 'start' | 'end'> {
  const start = requestedStart(current, patch, zones);
  const zone = zones.of(start);
  const end = patch.end === undefined ? undefined : endOf({ start, end: readEnd(patch.end) }, zone);
  const startsAt = instantAt(start, zone);
  if (end !== undefined || startsAt === undefined || changes(current, patch, 'serviceId'))
    return { start, end };
  return { start, end: startsAt + (current.end - current.start) };
}

/** Whether time, provider and service stay as they are. */
export function isInPlace(
  current: AppointmentState,
  patch: AppointmentPatch,
  time: Pick<ExactCandidate, 'start' | 'end'>,
  zones: DateZones,
): boolean {
  const hasItsTime =
    instantAt(time.start, zones.of(time.start)) === current.start &&
    (time.end ?? current.end) === current.end;
  return hasItsTime && !changes(current, patch, 'providerId') && !changes(current, patch, 'serviceId');
}

/** Whether a refusal does not count: an appointment whose status occupies no time may overlap others, and counts towards no limit. */
export function mayOverlap(
  refusal: Refusal,
  status: Status,
): refusal is Refusal & { readonly start: number; readonly end: number } {
  const isOfOthers = [...TAKEN_REASONS, 'limit_reached'].some((reason) => reason === refusal.reason);
  return isOfOthers && !occupies(status);
}

/** Whether a body names another provider or service than the appointment has. */
function changes(
  current: AppointmentState,
  patch: AppointmentPatch,
  member: 'providerId' | 'serviceId',
): boolean {
  return patch[member] !== undefined && patch[member] !== current[member];
}

/** An instant, or a date and a time of day; the one of the two that the body leaves out is kept. */
export function requestedStart(
  current: Pick<AppointmentState, 'start'>,
  { date, start }: Pick<AppointmentPatch, 'date' | 'start'>,
  zones: DateZones,
): number | LocalStart {
  const zone = zones.at(current.start);
  if (start === undefined) {
    return date === undefined ? current.start : { date, timeMin: localTimeOf(current.start, zone).timeMin };
  }
  const isTimeOfDay = parseTime(start) !== undefined;
  return readTime({ date: isTimeOfDay ? (date ?? localDateOf(current.start, zone)) : date, start }).start;
}
