import { getSchemaPath } from '@nestjs/swagger';
import { ResourceReply } from '../../platform/http/envelope/envelope';
import { formatInstant } from '../../platform/time/instant-text';
import { type Conflicts, MAX_CONFLICTS } from './appointment-conflicts';
import { INSTANT, INTEGER, orNull } from '../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../platform/http/validation/members';

/** An appointment that new time off or a new closure overlaps. */
export class OverlappedAppointment extends AnswerOf({
  id: answered(orNull(INTEGER), {
    example: 1,
    description: 'Null for a narrowed key to which the appointment does not belong',
  }),
  providerId: answered(INTEGER, { example: 2 }),
  start: answered(INSTANT, { example: '2026-12-24T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-24T09:45:00Z' }),
}) {}

/** The `meta` of the answer to a new closure or new time off. */
export interface ConflictsMeta {
  readonly conflicts: readonly OverlappedAppointment[];
  readonly total: number;
}

/** The schemas of its members. */
export const CONFLICTS_META = {
  conflicts: {
    type: 'array',
    items: { $ref: getSchemaPath(OverlappedAppointment) },
    maxItems: MAX_CONFLICTS,
    description: `The first ${MAX_CONFLICTS} appointments that it overlaps, in time order. They stay: move or cancel them where needed`,
  },
  total: { type: 'integer', example: 1, description: 'How many appointments it overlaps' },
} as const;

/** The answer to a new closure or new time off. @param zone the zone in which the instants are written */
export function withConflicts<R>(response: R, conflicts: Conflicts, zone: string): ResourceReply<R> {
  return new ResourceReply(response, '', toConflictsMeta(conflicts, zone));
}

function toConflictsMeta({ items, total }: Conflicts, zone: string): ConflictsMeta {
  return {
    conflicts: items.map(({ id, providerId, start, end }) => ({
      id,
      providerId,
      start: formatInstant(start, zone),
      end: formatInstant(end, zone),
    })),
    total,
  };
}
