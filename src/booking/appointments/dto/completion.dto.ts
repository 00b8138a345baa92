import { answered, AnswerOf, InputOf, optional, required } from '../../../platform/http/validation/members';
import { flag, id } from '../../../platform/http/validation/number-types';
import { INTEGER, several } from '../../../platform/http/validation/shapes';
import { dateOrInstant } from '../../../platform/http/validation/time-types';

/** Body of POST /appointments/complete (docs/reference/appointments.md). */
export class CompletionWrite extends InputOf({
  until: required(dateOrInstant(), {
    example: '2026-12-01',
    description:
      'Only appointments that end by the end of this date in the business’s zone, or by this instant; one ahead counts as now',
  }),
  locationId: optional(id('locations'), { description: 'Only the appointments at this location' }),
  dryRun: optional(flag(), { default: false, description: 'Tells what would change, and writes nothing' }),
}) {}

export class CompletionResponse extends AnswerOf({
  ids: answered(several(INTEGER), {
    example: [1, 2],
    description: 'The appointments that are completed now, lowest first',
  }),
}) {}
