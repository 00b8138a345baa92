import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST /providers/{id}/time-off and /resources/{id}/time-off (docs/reference/business.md). */
export class TimeOffWrite extends InputOf({
  start: required(dateOrInstant(), {
    example: '2026-12-21',
    description:
      'An instant, or a date in the provider’s zone, for a resource in the business’s: from its beginning',
  }),
  end: required(dateOrInstant(), {
    example: '2026-12-23',
    description: 'An instant, or a date in the same zone: to its end. Later than `start`',
  }),
  reason: optional(orNull(freeText(MAX_NOTES)), { example: 'Training' }),
}) {}
