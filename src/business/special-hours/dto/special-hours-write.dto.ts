import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localTime } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { objects } from '../../../platform/http/validation/field';
import { orNull } from '../../../platform/http/validation/shapes';

const MAX_STRETCHES = 20;

/** A stretch of the hours of one date. */
export class SpecialStretchWrite extends InputOf({
  start: required(localTime(), { example: '10:00' }),
  end: required(endOfLocalTime(), {
    example: '16:00',
    description: 'Later than `start`; `24:00` is the end of the day',
  }),
}) {}

/** Body of PUT (docs/reference/business.md). */
export class SpecialHoursWrite extends InputOf({
  hours: required(
    objects(() => SpecialStretchWrite, MAX_STRETCHES),
    { description: 'They must not overlap. An empty list is a day off' },
  ),
  note: optional(orNull(freeText(MAX_NOTES)), { example: 'Christmas shopping' }),
}) {}
