import type { Conflicts } from '../../periods/appointment-conflicts';
import { withConflicts } from '../../periods/conflicts.meta';
import type { ResourceReply } from '../../../platform/http/envelope/envelope';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
} from '../../../platform/http/validation/members';
import { INSTANT, INTEGER, orNull } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Closure } from '../closure.entity';

/** A new closure, and the appointments that it overlaps. */
export interface CreatedClosure {
  readonly closure: Closure;
  readonly conflicts: Conflicts;
}

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  start: answeredAs(
    INSTANT,
    { example: '2026-12-24T00:00:00Z' },
    required(dateOrInstant(), {
      example: '2026-12-24',
      description: 'An instant, or a date: from its beginning',
    }),
  ),
  end: answeredAs(
    INSTANT,
    { example: '2026-12-27T00:00:00Z', description: 'Not part of it' },
    required(dateOrInstant(), {
      example: '2026-12-26',
      description: 'An instant, or a date: to its end. Later than `start`',
    }),
  ),
  reason: optional(orNull(freeText(MAX_NOTES)), { example: 'Christmas' }),
};

/** Body of POST /closures (docs/reference/business.md). */
export class ClosureWrite extends InputOf(MEMBERS) {}

/** A stretch of time in which the business is shut (docs/reference/business.md); in the zone of the business. */
export class ClosureResponse extends AnswerOf(MEMBERS) {
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
  return withConflicts(toClosureResponse(closure, zone), conflicts, zone);
}
