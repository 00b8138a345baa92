import { Field } from '../../../platform/http/validation/field';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';

/** Body of POST /providers/{id}/time-off and /resources/{id}/time-off (docs/reference/business.md). */
export class TimeOffWrite {
  @Field(dateOrInstant(), {
    example: '2026-12-21',
    description:
      'An instant, or a date in the provider’s zone, for a resource in the business’s: from its beginning',
  })
  start: string;

  @Field(dateOrInstant(), {
    example: '2026-12-23',
    description: 'An instant, or a date in the same zone: to its end. Later than `start`',
  })
  end: string;

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'Training' })
  reason?: string | null;
}
