import { formatInstant } from '../../../platform/time/instant-text';
import { ResourceReply } from '../../../platform/http/envelope/envelope';
import { toConflictsMeta } from '../../periods/conflicts.meta';
import type { Closure } from '../closure.entity';
import type { Conflicts } from '../../periods/appointment-conflicts';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

/** A new closure, and the appointments that it overlaps. */
export interface CreatedClosure {
  readonly closure: Closure;
  readonly conflicts: Conflicts;
}

/** A stretch of time in which the business is shut (docs/reference/business.md); in the zone of the business. */
export class ClosureResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  start: answered(INSTANT, { example: '2026-12-24T00:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-27T00:00:00Z', description: 'Not part of it' }),
  reason: answered(orNull(TEXT), { example: 'Christmas' }),
}) {
  static readonly of = toClosureResponse;
}

export function toClosureResponse(closure: Closure, zone: string): ClosureResponse {
  return {
    id: closure.id,
    start: formatInstant(closure.startAt.getTime(), zone),
    end: formatInstant(closure.endAt.getTime(), zone),
    reason: closure.reason,
  };
}

export function toNewClosureReply(
  { closure, conflicts }: CreatedClosure,
  zone: string,
): ResourceReply<ClosureResponse> {
  return new ResourceReply(toClosureResponse(closure, zone), '', toConflictsMeta(conflicts, zone));
}
