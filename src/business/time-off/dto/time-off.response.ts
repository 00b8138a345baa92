import { formatInstant } from '../../../platform/time/instant-text';
import { ResourceReply } from '../../../platform/http/envelope/envelope';
import type { Page } from '../../../platform/database/reads/page';
import { toConflictsMeta } from '../../periods/conflicts.meta';
import type { TimeOff } from '../time-off.entity';
import type { Conflicts } from '../../periods/appointment-conflicts';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

/** New time off, the appointments that it overlaps, and the zone of its owner. */
export interface CreatedTimeOff {
  readonly timeOff: TimeOff;
  readonly conflicts: Conflicts;
  readonly timeZone: string;
}

/** A page of time off, and the zone of its owner. */
export interface ListedTimeOff {
  readonly page: Page<TimeOff>;
  readonly timeZone: string;
}

/** A stretch of time in which a provider is away, or a resource out of use (docs/reference/business.md). */
export class TimeOffResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  start: answered(INSTANT, { example: '2026-12-21T00:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-24T00:00:00Z', description: 'Not part of it' }),
  reason: answered(orNull(TEXT), { example: 'Training' }),
}) {
  static readonly of = toTimeOffResponse;
}

export function toTimeOffResponse(timeOff: TimeOff, zone: string): TimeOffResponse {
  return {
    id: timeOff.id,
    start: formatInstant(timeOff.startAt.getTime(), zone),
    end: formatInstant(timeOff.endAt.getTime(), zone),
    reason: timeOff.reason,
  };
}

/** In the zone of the owner. */
export function toTimeOffPage({ page, timeZone }: ListedTimeOff): Page<TimeOffResponse> {
  return page.map(toTimeOffResponse, timeZone);
}

/** In the zone of the owner. */
export function toNewTimeOffReply({
  timeOff,
  conflicts,
  timeZone,
}: CreatedTimeOff): ResourceReply<TimeOffResponse> {
  return new ResourceReply(toTimeOffResponse(timeOff, timeZone), '', toConflictsMeta(conflicts, timeZone));
}
