import { Field } from '../../../../platform/http/validation/field';
import { month } from '../../../../platform/http/validation/time-types';

export class MonthQuery {
  @Field(month(), {
    optional: true,
    example: '2026-12',
    description: 'A month of the provider’s calendar; default: the current one',
  })
  month?: string;
}
