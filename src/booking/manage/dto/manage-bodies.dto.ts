import { ANSWERS } from '../../answers/answers.dto';
import { MAX_REASON } from '../../appointments/dto/outcome.dto';
import { needsDate, startDate } from '../../availability/dto/start-date';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';
import { freeText } from '../../../platform/http/validation/text-types';
import { dateOrInstant, localDate, startTime } from '../../../platform/http/validation/time-types';

/** Body of POST /manage/{token}/cancel. */
export class ManagedCancellation extends InputOf({
  reason: optional(orNull(freeText(MAX_REASON)), {
    example: 'I am ill',
    description: 'Read by the staff as `cancelReason`',
  }),
}) {}

/** Body of POST /manage/{token}/move. */
export class ManagedMove extends InputOf({
  date: startDate(({ start }: { readonly start?: string }) => start !== undefined && needsDate(start)),
  start: required(startTime(), {
    example: '16:00',
    description:
      '`HH:MM` on the clock of the place, or an instant (RFC 3339) without `date`, such as the `start` of a slot',
  }),
}) {}

/** Body of POST /manage/{token}/accept and decline. */
export class ManagedOfferAnswer extends InputOf({
  start: optional(dateOrInstant(), {
    description:
      'The start of the offer that is meant (RFC 3339): when another one has taken its place, the answer is a 422',
  }),
}) {}

/** Body of PATCH /manage/{token}. */
export class ManagedAnswers extends InputOf({ answers: ANSWERS }) {}

/** Query of GET /manage/{token}/slots. */
export class ManagedSlotsQuery extends InputOf({
  from: optional(localDate(), { description: 'First date, where it takes place. Default: today' }),
  to: optional(localDate(), {
    description: 'Last date, inclusive, at most 91 days after `from`. Default: 30 days after it',
  }),
}) {}
