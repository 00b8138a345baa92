import { Field, NestedListField } from '../../../platform/http/validation/field';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localTime } from '../../../platform/http/validation/time-types';

const MAX_STRETCHES = 20;

/** A stretch of the hours of one date. */
export class SpecialStretchWrite {
  @Field(localTime(), { example: '10:00' })
  start: string;

  @Field(endOfLocalTime(), {
    example: '16:00',
    description: 'Later than `start`; `24:00` is the end of the day',
  })
  end: string;
}

/** Body of PUT (docs/reference/business.md). */
export class SpecialHoursWrite {
  @NestedListField(() => SpecialStretchWrite, MAX_STRETCHES, {
    description: 'They must not overlap. An empty list is a day off',
  })
  hours: SpecialStretchWrite[];

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'Christmas shopping' })
  note?: string | null;
}
