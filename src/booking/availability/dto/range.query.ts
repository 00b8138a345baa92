import { queryId } from '../../../platform/http/validation/query-types';
import { localDate, month } from '../../../platform/http/validation/time-types';
import { ANY_PROVIDER, PROVIDER_UNLESS_ANY } from './any-provider';
import { SLOT_MEMBERS, SLOTS_FROM_PAGES } from './capacity-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';

/** Query of GET /availability/summary (docs/reference/availability.md). */
export class RangeQuery extends InputOf({
  serviceId: required(queryId('services'), { example: 1 }),
  providerId: PROVIDER_UNLESS_ANY,
  anyProvider: ANY_PROVIDER,
  from: optional(localDate(), {
    description: 'First date, on the calendar of each provider. Default: today',
  }),
  to: optional(localDate(), {
    description: 'Last date, inclusive, at most 91 days after `from`. Default: 30 days after it',
  }),
  ...SLOT_MEMBERS,
}) {
  static readonly fromPages: readonly (keyof RangeQuery)[] = [
    ...SLOTS_FROM_PAGES,
    'anyProvider',
    'from',
    'to',
  ];
}

/** Query of GET /availability/calendar. */
export class CalendarQuery extends InputOf(RangeQuery, {
  month: optional(month(), { example: '2026-12', description: 'A whole month, without `from` and `to`' }),
}) {
  static readonly fromPages: readonly (keyof CalendarQuery)[] = [...RangeQuery.fromPages, 'month'];
}
