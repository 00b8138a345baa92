import type { Links } from '../../../../platform/http/envelope/links';
import { Reply } from '../../../../platform/http/envelope/envelope';
import { formatInstant } from '../../../../platform/time/instant-text';
import type { BusyRow } from '../provider-month.queries';
import type { ProviderMonth } from '../provider-month.service';
import type { MonthMeta } from './month.meta';
import { AnswerOf, only, sometimes, without } from '../../../../platform/http/validation/members';
import { APPOINTMENT_MEMBERS, AppointmentResponse } from '../../dto/appointment.dto';

/** The public members: when the provider is busy, and nothing about the customer. */
const BUSY = ['id', 'providerId', 'serviceId', 'start', 'end', 'status'] as const;

/** An appointment in a provider's month (docs/reference/appointments.md): whole with a key, without one only its public members. */
export class ProviderAppointmentResponse extends AnswerOf({
  ...only(APPOINTMENT_MEMBERS, BUSY),
  ...sometimes(without(APPOINTMENT_MEMBERS, BUSY)),
}) {}

export function toMonthReply(
  { month, timeZone, appointments, busy = [] }: ProviderMonth,
  businessZone: string,
  _hasKey: boolean,
  links?: Links,
): Reply<readonly ProviderAppointmentResponse[], MonthMeta> {
  const shown: readonly ProviderAppointmentResponse[] =
    appointments?.map((row) => AppointmentResponse.of(row, businessZone, links)) ??
    busy.map((row) => toBusyAppointment(row, businessZone));
  return new Reply(shown, { month, timezone: timeZone, total: shown.length });
}

function toBusyAppointment(
  { id, providerId, serviceId, start, end, status, timeZone }: BusyRow,
  businessZone: string,
): Pick<AppointmentResponse, (typeof BUSY)[number]> {
  const zone = timeZone ?? businessZone;
  const times = { start: formatInstant(start, zone), end: formatInstant(end, zone) };
  return { id, providerId, serviceId, ...times, status };
}
