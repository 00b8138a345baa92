import { PAYMENT_STATUSES, STATUSES } from '../../../appointment-status';
import type { FilterOption, FilterOptions } from '../appointment-reports.queries';
import { INTEGER, many, several, TEXT } from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../../platform/http/validation/members';
import { oneOf } from '../../../../platform/http/validation/text-types';

export class OptionResponse extends AnswerOf({
  id: answered(INTEGER, { example: 2 }),
  name: answered(TEXT, { example: 'Ana Silva' }),
}) {}

/** The values of the filters of a list of appointments, sorted by name (docs/reference/appointments.md). */
export class FilterOptionsResponse extends AnswerOf({
  statuses: answered(several(oneOf(STATUSES)), { example: STATUSES }),
  paymentStatuses: answered(several(oneOf(PAYMENT_STATUSES)), { example: PAYMENT_STATUSES }),
  providers: answered(many(OptionResponse), { description: 'Deactivated providers included' }),
  services: answered(many(OptionResponse), { description: 'Inactive services included, deleted ones not' }),
  locations: answered(many(OptionResponse)),
}) {
  static readonly of = toFilterOptions;
}

function toFilterOptions({ providers, services, locations }: FilterOptions): FilterOptionsResponse {
  return {
    statuses: [...STATUSES],
    paymentStatuses: [...PAYMENT_STATUSES],
    providers: providers.map(toOption),
    services: services.map(toOption),
    locations: locations.map(toOption),
  };
}

function toOption({ id, name }: FilterOption): OptionResponse {
  return { id, name };
}
