import { occupied, type Question, type Verdict } from '../availability/engine';
import { type LocalStart, localDateOf, localTimeOf } from '../../platform/time/wall-clock';
import { parseTime } from '../../platform/time/local-date';
import { type Asked, inZone, instantOf, readEnd, readQuestion } from '../availability/question';
import type { SnapshotService } from '../availability/snapshot';
import type { Outcome } from './booking-counters';
import type { AppointmentNews } from './customer-messages';
import { OCCUPYING, type PaymentStatus, type Status } from './appointment.entity';
import type { AppointmentPatch } from './dto/appointment-patch.dto';

type Bookable = Extract<Verdict, { bookable: true }>;
type Refusal = Extract<Verdict, { bookable: false }>;

/** What a change may touch; instants in epoch ms. */
export interface AppointmentState {
  readonly providerId: number;
  readonly serviceId: number;
  readonly customerId: number;
  readonly locationId: number | null;
  readonly start: number;
  readonly end: number;
  readonly busyStart: number;
  readonly busyEnd: number;
  readonly status: Status;
  readonly paymentStatus: PaymentStatus;
  readonly notes: string | null;
  readonly price: number | null;
}

/**
 * What a change asks of the calendar, or `undefined` when the appointment stays where it is, with whom and for what.
 * @param zone the zone of the provider who is to have it
 * @throws ValidationError when the end is none for the start
 */
export function moveAsked(
  id: number,
  current: AppointmentState,
  patch: AppointmentPatch,
  zone: string,
): Question | undefined {
  const asked: Asked = {
    start: startAsked(current, patch, zone),
    end: patch.end === undefined ? undefined : readEnd(patch.end),
    ignoreSchedule: patch.ignoreSchedule,
    excludeAppointmentId: id,
  };
  const question = inZone(asked, zone);
  const startsAt = instantOf(question.start, zone);
  const staysInTime = startsAt === current.start && (question.end ?? current.end) === current.end;
  if (staysInTime && !isOther(current, patch, 'providerId') && !isOther(current, patch, 'serviceId'))
    return undefined;
  if (question.end !== undefined || startsAt === undefined || isOther(current, patch, 'serviceId'))
    return question;
  return { ...question, end: startsAt + (current.end - current.start) };
}

/** The message that a change calls for, if any. */
export function eventOf(before: AppointmentState, after: AppointmentState): AppointmentNews | undefined {
  if (!OCCUPYING.includes(before.status))
    return OCCUPYING.includes(after.status) ? 'confirmation' : undefined;
  if (after.status === 'cancelled') return 'cancellation';
  if (!OCCUPYING.includes(after.status)) return undefined;
  if (MOVING.some((member) => before[member] !== after[member])) return 'reschedule';
  return before.status === 'pending' && after.status === 'confirmed' ? 'confirmation' : undefined;
}

/** An appointment that does not occupy its time may lie where somebody else's does; any other refusal stands. */
export function unopposed(
  refusal: Refusal,
  service: SnapshotService,
  status: Status,
): Refusal | Pick<Bookable, 'start' | 'end' | 'busy'> {
  const { reason, start, end } = refusal;
  if (reason !== 'slot_taken' || OCCUPYING.includes(status) || start === undefined || end === undefined)
    return refusal;
  return { start, end, busy: occupied(service, { start, end }) };
}

/** What a change is counted as, if as anything. */
export function outcomeOf(before: AppointmentState, after: AppointmentState): Outcome | undefined {
  const event = eventOf(before, after);
  if (event === 'cancellation') return 'cancelled';
  return event === 'reschedule' ? 'moved' : undefined;
}

export function isSame(left: AppointmentState, right: AppointmentState): boolean {
  return (Object.keys(left) as (keyof AppointmentState)[]).every((member) => left[member] === right[member]);
}

/** What a customer must know to come at the right time to the right place. */
const MOVING = ['start', 'end', 'providerId', 'serviceId', 'locationId'] as const;

/** Whether a change gives the appointment to another provider, or makes it one of another service. */
function isOther(
  current: AppointmentState,
  patch: AppointmentPatch,
  member: 'providerId' | 'serviceId',
): boolean {
  return patch[member] !== undefined && patch[member] !== current[member];
}

/** An instant, or a date and a time of which the one that is left out is kept. */
function startAsked(
  current: AppointmentState,
  { date, start }: AppointmentPatch,
  zone: string,
): number | LocalStart {
  if (start === undefined) {
    return date === undefined ? current.start : { date, timeMin: localTimeOf(current.start, zone).timeMin };
  }
  const isTimeOfDay = parseTime(start) !== undefined;
  return readQuestion({ date: isTimeOfDay ? (date ?? localDateOf(current.start, zone)) : date, start }).start;
}
