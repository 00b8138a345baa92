import { Field } from '../../common/validation/field';
import { month } from '../../common/validation/time-types';

export class MonthQuery {
  @Field(month(), {
    optional: true,
    example: '2026-12',
    description: 'On the provider’s calendar; left out: the current one',
  })
  month?: string;
}
