import { queryId } from '../../../platform/http/validation/query-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { AMONG_UNNAMED } from './any-provider';
import { SLOT_MEMBERS, SLOTS_FROM_PAGES } from './capacity-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';

/** Query of GET /availability/next-available (docs/reference/availability.md). */
export class NextAvailableQuery extends InputOf({
  serviceId: required(queryId('services'), { example: 1 }),
  providerId: optional(queryId('providers'), {
    example: 2,
    description: 'When absent, every provider is searched.',
    ...AMONG_UNNAMED,
  }),
  from: optional(dateOrInstant(), {
    example: '2026-12-01',
    description:
      'The earliest start: a date on the calendar of each provider, or an instant (RFC 3339). Default, and at least: now',
  }),
  ...SLOT_MEMBERS,
}) {
  static readonly fromPages: readonly (keyof NextAvailableQuery)[] = [...SLOTS_FROM_PAGES, 'from'];
}
