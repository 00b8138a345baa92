import { ValidationError } from '../../../platform/errors/errors';
import { MINUTE_MS } from '../../../platform/time/units';
import { localDateOf } from '../../../platform/time/zones/wall-clock';
import { endOf, instantAt, readEnd, readTime, type SomeCandidate } from '../../diary/decisions/candidate';
import { assertOneChoice, providersOf } from '../../diary/decisions/provider-request';
import type { AppointmentCreate } from '../dto/booking.dto';
import type { BookedTime } from '../../diary/writes/new-appointment';

/** For a booking without a hold. @throws ValidationError for an unreadable time, and for missing members (validation finds them first) */
export function candidateOf(body: AppointmentCreate): SomeCandidate {
  const { serviceId, durationMin, seats, locationId, resourceIds, date, ignoreSchedule } = body;
  if (serviceId === undefined || body.start === undefined)
    throw new ValidationError({ holdId: 'or serviceId and start are required' });
  const { start, end } = readTime({ date, start: body.start, end: body.end });
  const what = { serviceId, ...providersOf(body), durationMin, seats, locationId, resourceIds };
  return { ...what, start, end, ignoreSchedule };
}

/** What a hold gives a booking. */
export type Held = Omit<BookedTime['state'], 'price' | 'seatPrice'>;

/** Refuses a body whose members differ from the hold that it names. @param zone in which it was placed @throws ValidationError */
export function assertAsHeld(body: AppointmentCreate, held: Held, zone: string): void {
  assertOneChoice(body);
  const differing = [
    ...MEMBERS.filter((member) => body[member] !== undefined && body[member] !== held[member]),
    ...(body.providerIds?.includes(held.providerId) === false ? ['providerIds'] : []),
    ...(haveOthers(body.resourceIds, held.resourceIds) ? ['resourceIds'] : []),
    ...differingTime(body, held.start, zone),
    ...differingEnd(body, held, zone),
    ...differingDuration(body, held),
  ];
  if (differing.length === 0) return;
  throw new ValidationError(Object.fromEntries(differing.map((member) => [member, 'is not what is held'])));
}

const MEMBERS = ['providerId', 'serviceId', 'locationId', 'seats'] as const;

function haveOthers(named: readonly number[] | undefined, held: readonly number[]): boolean {
  return named !== undefined && (named.length !== held.length || named.some((id) => !held.includes(id)));
}

function differingTime({ date, start }: AppointmentCreate, held: number, zone: string): string[] {
  if (start !== undefined) return instantAt(readTime({ date, start }).start, zone) === held ? [] : ['start'];
  return date === undefined || date === localDateOf(held, zone) ? [] : ['date'];
}

function differingEnd({ end }: AppointmentCreate, held: Held, zone: string): string[] {
  if (end === undefined) return [];
  return endOf({ start: held.start, end: readEnd(end) }, zone) === held.end ? [] : ['end'];
}

function differingDuration({ durationMin }: AppointmentCreate, { start, end }: Held): string[] {
  return durationMin === undefined || durationMin * MINUTE_MS === end - start ? [] : ['durationMin'];
}
