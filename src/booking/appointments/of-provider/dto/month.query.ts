import { month } from '../../../../platform/http/validation/time-types';
import { InputOf, optional } from '../../../../platform/http/validation/members';

export class MonthQuery extends InputOf({
  month: optional(month(), {
    example: '2026-12',
    description: 'A month of the provider’s calendar; default: the current one',
  }),
}) {}
