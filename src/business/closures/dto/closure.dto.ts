import { CLOSURE_CONSEQUENCE_MEMBERS } from '../../periods/affected.dto';
import { type CreatedPeriod, withConflicts } from '../../periods/conflicts.meta';
import { PeriodListQuery } from '../../periods/period-list.query';
import type { PreviewReply, ResourceReply } from '../../../platform/http/envelope/envelope';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  without,
} from '../../../platform/http/validation/members';
import { queryId } from '../../../platform/http/validation/query-types';
import { id } from '../../../platform/http/validation/number-types';
import { INSTANT, INTEGER, orNull } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Closure } from '../closure.entity';

/** A new closure, and the appointments that it overlaps. */
export interface CreatedClosure extends CreatedPeriod {
  readonly closure: Closure;
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
  locationId: optional(orNull(id('locations')), {
    example: null,
    description: 'The location that is shut; null: the whole business',
  }),
  reason: optional(orNull(freeText(MAX_NOTES)), { example: 'Christmas' }),
};

/** Body of POST /closures (docs/reference/business.md). */
export class ClosureWrite extends InputOf({ ...MEMBERS, ...CLOSURE_CONSEQUENCE_MEMBERS }) {}

/** A stretch of time in which the business or a place is shut (docs/reference/business.md). */
export class ClosureResponse extends AnswerOf(MEMBERS) {
  static readonly of = toClosureResponse;
}

/** What a dry run answers. */
export class ClosurePreview extends AnswerOf(without(MEMBERS, ['id'])) {}

/** @param businessZone IANA name */
export function toClosureResponse(closure: Closure, businessZone: string): ClosureResponse {
  const zone = zoneOf(closure, businessZone);
  return {
    id: closure.id,
    start: formatInstant(closure.startAt.getTime(), zone),
    end: formatInstant(closure.endAt.getTime(), zone),
    locationId: closure.locationId,
    reason: closure.reason,
  };
}

export function toNewClosureReply(
  { closure, ...created }: CreatedClosure,
  businessZone: string,
): ResourceReply<ClosureResponse> | PreviewReply<ClosurePreview> {
  const response = toClosureResponse(closure, businessZone);
  return withConflicts(response, created, zoneOf(closure, businessZone));
}

/** A closure of a place is shown on the clock that the place had when it was given: later changes of its zone leave the closure as it is. */
function zoneOf({ locationId, givenZone }: Closure, businessZone: string): string {
  return locationId === null ? businessZone : (givenZone ?? businessZone);
}

/** Query of the list of closures. */
export class ClosureListQuery extends InputOf(PeriodListQuery, {
  locationId: optional(queryId('locations'), { description: 'Only the closures of this location' }),
}) {}
