import { AppointmentResponse, toAppointmentResponse } from '../../appointments/dto/appointment.dto';
import { warnedOf } from '../../appointments/dto/several-places';
import type { VisitRow } from '../visit-row';
import { INSTANT, INTEGER, many, orNull } from '../../../platform/http/validation/shapes';
import { linkOf } from '../../diary/rows/appointment-row';
import { MANAGE_URL } from '../../links/manage-url.dto';
import { type Links, shownLink } from '../../../platform/http/envelope/links';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

/** A visit (docs/reference/visits.md). */
export class VisitResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  customerId: answered(orNull(INTEGER), {
    example: 1,
    description:
      'Of the first appointment. Null in the answer to a browser key, and to a narrowed key that does not see the customer',
  }),
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z', description: 'Of the first appointment' }),
  end: answered(INSTANT, { example: '2026-12-01T10:30:00Z', description: 'The latest end' }),
  appointments: answered(many(AppointmentResponse), {
    description: 'In the order of time, the cancelled ones, too; without those that were removed',
  }),
  manageUrl: MANAGE_URL,
}) {
  static readonly of = toVisitResponse;

  static readonly warned = warnedOf;
}

export function toVisitResponse(
  { id, appointments: rows }: VisitRow,
  businessZone: string,
  links?: Links,
): VisitResponse {
  const toResponse = (row: VisitRow['appointments'][0]) => toAppointmentResponse(row, businessZone, links);
  const [first] = rows;
  const last = rows.reduce((latest, row) => (row.end > latest.end ? row : latest), first);
  return {
    id,
    customerId: first.customerId,
    start: toResponse(first).start,
    end: toResponse(last).end,
    appointments: rows.map(toResponse),
    manageUrl: first.isGuest === true ? null : shownLink(links, linkOf(first)),
  };
}
