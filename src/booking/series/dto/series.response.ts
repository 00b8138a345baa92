import { PreviewReply, ResourceReply } from '../../../platform/http/envelope/envelope';
import { formatInstant } from '../../../platform/time/instant-text';
import {
  APPOINTMENT_MEMBERS,
  AppointmentResponse,
  toAppointmentResponse,
} from '../../appointments/dto/appointment.dto';
import { warnedOf } from '../../appointments/dto/several-places';
import { warningsMeta } from '../../../platform/http/envelope/warnings';
import type { SeriesRow } from '../series-row';
import type { ToldAppointment } from '../../diary/rows/appointment-row';
import { MANAGE_URL } from '../../links/manage-url.dto';
import { type HeldLink, type Links, shownLink } from '../../../platform/http/envelope/links';
import { SkippedOccurrence } from './skipped-occurrence';
import { DATE, INSTANT, INTEGER, many, several, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf, without } from '../../../platform/http/validation/members';

/** Members of a series, and of the answer of a dry run. */
class SeriesMembers extends AnswerOf({
  rrule: answered(TEXT, { example: 'FREQ=WEEKLY;COUNT=3' }),
  exdates: answered(several(DATE), { example: [] }),
  timezone: answered(TEXT, {
    example: 'Europe/Berlin',
    description: 'The zone of the provider when it was booked',
  }),
  skipped: answered(many(SkippedOccurrence), {
    example: [],
    description: 'The occurrences that the latest booking or change of the series could not have',
  }),
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
}) {}

/** A series (docs/reference/series.md). */
export class SeriesResponse extends AnswerOf(SeriesMembers, {
  id: answered(INTEGER, { example: 1 }),
  appointments: answered(many(AppointmentResponse), {
    description:
      'Its appointments in the order of time, the cancelled ones, too; without those that were removed',
  }),
  manageUrl: MANAGE_URL,
}) {
  static readonly of = toSeriesResponse;

  static readonly warned = warnedOf;
}

/** What a dry run has not made: a customer who would be new has no id, either. */
const IDS = ['id', 'customerId', 'seriesId', 'manageUrl'] as const;

/** An appointment that a dry run would book. */
export class AppointmentPreview extends AnswerOf(without(APPOINTMENT_MEMBERS, IDS)) {}

/** What POST /series would answer. */
export class SeriesPreview extends AnswerOf(SeriesMembers, {
  appointments: answered(many(AppointmentPreview)),
}) {}

export function toSeriesResponse(row: SeriesRow, businessZone: string, links?: Links): SeriesResponse {
  const { id, rrule, exdates, timezone, skipped, createdAt } = row;
  const appointments = row.appointments.map((each) => toAppointmentResponse(each, businessZone, links));
  const [first] = row.appointments;
  return {
    id,
    rrule,
    exdates: [...exdates],
    timezone,
    appointments,
    skipped: [...skipped],
    createdAt: formatInstant(createdAt, timezone),
    manageUrl:
      first === undefined || first.isGuest === true ? null : shownLink(links, linkOfSeries(row, first)),
  };
}

/** The link is of the customer of the first appointment, and shows those of that customer. */
function linkOfSeries({ id, linkCounter }: SeriesRow, { holderId }: ToldAppointment): HeldLink {
  return { kind: 'series', id, linkCounter, holderId };
}

/** The answer to a booking, or to its dry run. */
export function toBookedReply(
  { series, isDryRun = false }: { readonly series: SeriesRow; readonly isDryRun: boolean | undefined },
  businessZone: string,
  _hasKey: boolean,
  links?: Links,
): ResourceReply<SeriesResponse> | PreviewReply<SeriesPreview> {
  const meta = warningsMeta(warnedOf(series));
  return isDryRun
    ? new PreviewReply(toSeriesPreview(series, businessZone), meta)
    : new ResourceReply(toSeriesResponse(series, businessZone, links), '', meta);
}

/** The same without ids. */
function toSeriesPreview(row: SeriesRow, businessZone: string): SeriesPreview {
  const { rrule, exdates, timezone, appointments, skipped, createdAt } = toSeriesResponse(row, businessZone);
  return { rrule, exdates, timezone, appointments: appointments.map(toPreview), skipped, createdAt };
}

function toPreview(appointment: AppointmentResponse): AppointmentPreview {
  const members = Object.entries(appointment).filter(([name]) => !IDS.some((id) => id === name));
  return Object.fromEntries(members) as unknown as AppointmentPreview;
}
