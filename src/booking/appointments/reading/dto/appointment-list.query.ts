import { resolveBounds } from '../../../../platform/time/period';
import { PageQuery, searchText } from '../../../../platform/http/pagination/list-query';
import { sortBy } from '../../../../platform/http/pagination/sort';
import { queryFlag, queryId, queryWords } from '../../../../platform/http/validation/query-types';
import { dateOrInstant } from '../../../../platform/http/validation/time-types';
import { PAYMENT_STATUSES, STATUSES } from '../../../appointment-status';
import type { AppointmentFilters } from '../appointment-filters';
import { APPOINTMENT_SORTS } from '../appointment-order';
import { InputOf, optional } from '../../../../platform/http/validation/members';
import { INCLUDE } from '../../including/dto/include.query';
import { metadataFilters } from '../../../../platform/metadata/metadata-fields';

const FROM =
  'Only appointments that start at or after this: a date on the business’s calendar, or an instant (RFC 3339)';
const TO =
  'Only appointments that start before this instant (RFC 3339), or not after this date on the business’s calendar';

/** Each of these words reads all appointments once. */
const MAX_UNINDEXED_WORDS = 3;

/** Query of GET /appointments and /appointments/search (docs/reference/appointments.md). */
export class AppointmentListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(APPOINTMENT_SORTS), { default: 'start:asc' }),
  q: optional(searchText({ maxUnindexed: MAX_UNINDEXED_WORDS }), {
    description:
      'Words to find in the customer’s name, e-mail or phone, the attendee’s name, the service, the provider or the notes: at most 12, and at most 3 of them without three letters from a to z or digits in a row',
  }),
  providerId: optional(queryId('providers')),
  serviceId: optional(queryId('services')),
  customerId: optional(queryId('customers')),
  locationId: optional(queryId('locations')),
  seriesId: optional(queryId('series'), { description: 'Only the occurrences of this series' }),
  visitId: optional(queryId('visits'), { description: 'Only the appointments of this visit' }),
  status: optional(queryWords(STATUSES), { description: 'One or several, such as `pending,confirmed`' }),
  payment_status: optional(queryWords(PAYMENT_STATUSES), {
    description: 'One or several, such as `none,pending`',
  }),
  arrived: optional(queryFlag(), {
    description: 'Only appointments whose customer has come (`arrivedAt`), or has not',
  }),
  from: optional(dateOrInstant(), { description: FROM }),
  to: optional(dateOrInstant(), { description: TO }),
  updatedFrom: optional(dateOrInstant(), {
    description:
      'Only appointments that were created or changed at or after this: a date on the business’s calendar, or an instant (RFC 3339)',
  }),
  include: INCLUDE,
  metadata: metadataFilters(),
}) {}

/** Query of GET /appointments/counts and /appointments/summary. */
export class AppointmentReportQuery extends InputOf({
  providerId: optional(queryId('providers')),
  serviceId: optional(queryId('services')),
  locationId: optional(queryId('locations')),
  from: optional(dateOrInstant(), { description: FROM }),
  to: optional(dateOrInstant(), { description: TO }),
}) {}

/** @param zone where the dates of the query lie */
export function toFilters(
  query: Partial<AppointmentListQuery> | AppointmentReportQuery,
  zone: string,
): AppointmentFilters {
  const {
    providerId,
    serviceId,
    customerId,
    locationId,
    seriesId,
    visitId,
    status,
    payment_status,
    arrived,
    updatedFrom,
    metadata,
  }: Partial<AppointmentListQuery> = query;
  const { from, to } = resolveBounds(query, zone);
  const updated = resolveBounds({ from: updatedFrom }, zone);
  return {
    providerId,
    serviceId,
    customerId,
    locationId,
    seriesId,
    visitId,
    statuses: status,
    paymentStatuses: payment_status,
    arrived: arrived === true ? true : undefined,
    awaited: arrived === false ? true : undefined,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    updatedFrom: updated.from === undefined ? undefined : new Date(updated.from),
    metadata,
  };
}
