import { TELLING_MEMBERS } from '../../../business/periods/affected.dto';
import { listOf } from '../../../platform/http/validation/field';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { id } from '../../../platform/http/validation/number-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';

const MAX_PROVIDERS = 100;

/** Body of POST /appointments/reassign (docs/reference/absences.md). */
export class ReassignmentWrite extends InputOf({
  from: required(dateOrInstant(), {
    example: '2026-12-01',
    description:
      'Only appointments that start from the beginning of this date in the business’s zone, or from this instant',
  }),
  to: required(dateOrInstant(), {
    example: '2026-12-01',
    description: 'Only appointments that start before the end of this date, or before this instant',
  }),
  providerId: required(id('providers'), { example: 2, description: 'Who gives up the appointments' }),
  toProviderIds: optional(listOf(id('providers'), MAX_PROVIDERS, 1), {
    description: 'The only ones who are asked. Absent: all active providers who offer the service',
  }),
  ...TELLING_MEMBERS,
}) {}
