import type { Page } from '../../../platform/database/reads/page';
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
import { INSTANT, INTEGER, orNull } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { formatInstant } from '../../../platform/time/instant-text';
import { CONSEQUENCE_MEMBERS } from '../../periods/affected.dto';
import { type CreatedPeriod, withConflicts } from '../../periods/conflicts.meta';
import type { TimeOff } from '../time-off.entity';

/** New time off, the appointments that it overlaps, and the zone of its owner. */
export interface CreatedTimeOff extends CreatedPeriod {
  readonly timeOff: TimeOff;
  readonly timeZone: string;
}

/** A page of time off, and the zone of its owner. */
export interface ListedTimeOff {
  readonly page: Page<TimeOff>;
  readonly timeZone: string;
}

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  start: answeredAs(
    INSTANT,
    { example: '2026-12-21T00:00:00Z' },
    required(dateOrInstant(), {
      example: '2026-12-21',
      description:
        'An instant, or a date in the provider’s zone, for a resource in the business’s: from its beginning',
    }),
  ),
  end: answeredAs(
    INSTANT,
    { example: '2026-12-24T00:00:00Z', description: 'Not part of it' },
    required(dateOrInstant(), {
      example: '2026-12-23',
      description: 'An instant, or a date in the same zone: to its end. Later than `start`',
    }),
  ),
  reason: optional(orNull(freeText(MAX_NOTES)), { example: 'Training' }),
};

/** Body of POST /providers/{id}/time-off and /resources/{id}/time-off (docs/reference/business.md). */
export class TimeOffWrite extends InputOf({ ...MEMBERS, ...CONSEQUENCE_MEMBERS }) {}

export class TimeOffResponse extends AnswerOf(MEMBERS) {
  static readonly of = toTimeOffResponse;
}

/** What a dry run answers. */
export class TimeOffPreview extends AnswerOf(without(MEMBERS, ['id'])) {}

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
  timeZone,
  ...created
}: CreatedTimeOff): ResourceReply<TimeOffResponse> | PreviewReply<TimeOffPreview> {
  return withConflicts(toTimeOffResponse(timeOff, timeZone), created, timeZone);
}
