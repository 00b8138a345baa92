import { optional } from '../../../platform/http/validation/members';
import { integer } from '../../../platform/http/validation/number-types';
import { orNull } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';

/** 365 days. */
const MAX_POLICY_MIN = 525_600;

/** Members of a service: what binds its customers, and not the staff (docs/reference/manage-links.md). */
export const POLICY_MEMBERS = {
  cancelUntilMin: optional(orNull(integer(0, MAX_POLICY_MIN)), {
    example: 1_440,
    description:
      'Until how many minutes before the start customers may cancel by their link; null: until the start. Staff may at any time',
  }),
  moveUntilMin: optional(orNull(integer(0, MAX_POLICY_MIN)), {
    example: 1_440,
    description:
      'Until how many minutes before the start customers may move it by their link; null: until the start',
  }),
  policyText: optional(orNull(freeText(MAX_NOTES)), {
    example: 'Free of charge until the day before.',
    description: 'What customers read of cancelling and moving',
  }),
};
