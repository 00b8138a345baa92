import { optional } from '../../../platform/http/validation/members';
import { localDate } from '../../../platform/http/validation/time-types';
import { parseTime } from '../../../platform/time/local-date';
import { ignoresDate } from '../../diary/decisions/candidate';

/** The member `date` of a body, which goes with a `start` that is a time of day. */
export function startDate(neededIf?: (body: never) => boolean) {
  return optional(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
    ...(neededIf && { neededIf }),
  });
}

/** Whether a start is a time of day, which needs a `date`. A missing start counts as one. */
export function needsDate(start: unknown): boolean {
  return typeof start !== 'string' || parseTime(start) !== undefined;
}
