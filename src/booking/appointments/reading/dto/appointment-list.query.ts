import { resolveBounds } from '../../../../platform/time/period';
import { PageQuery, searchText } from '../../../../platform/http/pagination/list-query';
import { sortBy } from '../../../../platform/http/pagination/sort';
import { Field } from '../../../../platform/http/validation/field';
import { queryId, queryWords } from '../../../../platform/http/validation/query-types';
import { dateOrInstant } from '../../../../platform/http/validation/time-types';
import { PAYMENT_STATUSES, type PaymentStatus, type Status, STATUSES } from '../../../appointment-status';
import { type Includable, IncludeField } from '../../including/dto/include.query';
import type { AppointmentFilters } from '../appointment-filters';
import { APPOINTMENT_SORTS, type AppointmentSort } from '../appointment-order';
import type { Metadata } from '../../../../platform/metadata/metadata';
import { MetadataFilter } from '../../../../platform/metadata/metadata-fields';

const FROM =
  'Only appointments that start at or after this: a date on the business’s calendar, or an instant (RFC 3339)';
const TO =
  'Only appointments that start before this instant (RFC 3339), or not after this date on the business’s calendar';

/** Each of these words reads all notes once. */
const MAX_UNINDEXED_WORDS = 3;

/** Query of GET /appointments and /appointments/search (docs/reference/appointments.md). */
export class AppointmentListQuery extends PageQuery {
  @Field(sortBy(APPOINTMENT_SORTS), { optional: true, default: 'start:asc' })
  sort?: AppointmentSort;

  @Field(searchText({ maxUnindexed: MAX_UNINDEXED_WORDS }), {
    optional: true,
    description:
      'Words to find in the customer’s name, e-mail or phone, the service, the provider or the notes: at most 12, and at most 3 of them without three letters from a to z or digits in a row',
  })
  q?: string;

  @Field(queryId(), { optional: true })
  providerId?: number;

  @Field(queryId(), { optional: true })
  serviceId?: number;

  @Field(queryId(), { optional: true })
  customerId?: number;

  @Field(queryId(), { optional: true })
  locationId?: number;

  @Field(queryId(), { optional: true, description: 'Only the occurrences of this series' })
  seriesId?: number;

  @Field(queryId(), { optional: true, description: 'Only the appointments of this visit' })
  visitId?: number;

  @Field(queryWords(STATUSES), { optional: true, description: 'One or several, such as `pending,confirmed`' })
  status?: Status[];

  @Field(queryWords(PAYMENT_STATUSES), {
    optional: true,
    description: 'One or several, such as `none,pending`',
  })
  payment_status?: PaymentStatus[];

  @Field(dateOrInstant(), { optional: true, description: FROM })
  from?: string;

  @Field(dateOrInstant(), { optional: true, description: TO })
  to?: string;

  @Field(dateOrInstant(), {
    optional: true,
    description:
      'Only appointments that were created or changed at or after this: a date on the business’s calendar, or an instant (RFC 3339)',
  })
  updatedFrom?: string;

  @IncludeField()
  include?: Includable[];

  @MetadataFilter()
  metadata?: Metadata;
}

/** Query of GET /appointments/counts and /appointments/summary. */
export class AppointmentReportQuery {
  @Field(queryId(), { optional: true })
  providerId?: number;

  @Field(queryId(), { optional: true })
  serviceId?: number;

  @Field(queryId(), { optional: true })
  locationId?: number;

  @Field(dateOrInstant(), { optional: true, description: FROM })
  from?: string;

  @Field(dateOrInstant(), { optional: true, description: TO })
  to?: string;
}

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
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    updatedFrom: updated.from === undefined ? undefined : new Date(updated.from),
    metadata,
  };
}
