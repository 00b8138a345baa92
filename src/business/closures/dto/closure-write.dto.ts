import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST /closures (docs/reference/business.md). */
export class ClosureWrite extends InputOf({
  start: required(dateOrInstant(), {
    example: '2026-12-24',
    description: 'An instant, or a date: from its beginning',
  }),
  end: required(dateOrInstant(), {
    example: '2026-12-26',
    description: 'An instant, or a date: to its end. Later than `start`',
  }),
  reason: optional(orNull(freeText(MAX_NOTES)), { example: 'Christmas' }),
}) {}
