import { Field } from '../../../../platform/http/validation/field';
import { month } from '../../../../platform/http/validation/time-types';

export class MonthQuery {
  @Field(month(), {
    optional: true,
    example: '2026-12',
    description: 'On the provider’s calendar; left out: the current one',
  })
  month?: string;
}
