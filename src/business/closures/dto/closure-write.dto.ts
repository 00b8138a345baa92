import { Field } from '../../../platform/http/validation/field';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';

/** Body of POST /closures (docs/reference/business.md). */
export class ClosureWrite {
  @Field(dateOrInstant(), {
    example: '2026-12-24',
    description: 'An instant, or a date: from its beginning',
  })
  start: string;

  @Field(dateOrInstant(), {
    example: '2026-12-26',
    description: 'An instant, or a date: to its end. Later than `start`',
  })
  end: string;

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'Christmas' })
  reason?: string | null;
}
