import { answeredAs, required } from '../../../platform/http/validation/members';
import { INSTANT, orNull } from '../../../platform/http/validation/shapes';
import { freeText, oneOf } from '../../../platform/http/validation/text-types';
import { instantText } from '../../../platform/http/validation/time-types';
import { formatInstant } from '../../../platform/time/instant-text';
import { CANCELLED_BY, CANCELLERS } from '../../appointment-status';
import type { ShownState } from '../../diary/rows/appointment-columns';

export const MAX_REASON = 500;

/** The members of an appointment that say what became of it: it was cancelled, the customer came, it began. */
export const OUTCOME = {
  cancelledBy: answeredAs(
    orNull(oneOf(CANCELLED_BY)),
    {
      example: null,
      description:
        'Who cancelled it; `expired`: it was pending until `expiresAt`. Null while it is not cancelled, and where it is not known',
    },
    required(orNull(oneOf(CANCELLERS)), {
      freeForm: true,
      example: null,
      description: 'Who cancels it, with the status `cancelled`. Left out: `business`',
    }),
  ),
  cancelReason: required(orNull(freeText(MAX_REASON)), {
    freeForm: true,
    example: null,
    description: 'Why it is cancelled, with the status `cancelled`',
    answer: { description: 'Why it was cancelled' },
  }),
  arrivedAt: answeredAs(
    orNull(INSTANT),
    { example: null, description: 'When the customer came; null: not yet, or nothing is known of it' },
    required(orNull(instantText()), {
      freeForm: true,
      example: null,
      description: 'When the customer came: an instant (RFC 3339) with an offset, not in the future',
    }),
  ),
  startedAt: answeredAs(
    orNull(INSTANT),
    { example: null, description: 'When it began; null: not yet, or nothing is known of it' },
    required(orNull(instantText()), {
      freeForm: true,
      example: null,
      description: 'When it began: an instant (RFC 3339) with an offset, not in the future',
    }),
  ),
};

/** What an answer shows of them. */
export function shownOutcome(
  { cancelledBy, cancelReason, arrivedAt, startedAt }: Pick<ShownState, keyof typeof OUTCOME>,
  zone: string,
) {
  return {
    cancelledBy,
    cancelReason,
    arrivedAt: arrivedAt === null ? null : formatInstant(arrivedAt, zone),
    startedAt: startedAt === null ? null : formatInstant(startedAt, zone),
  };
}
