import { queryId } from '../../../platform/http/validation/query-types';
import { localDate } from '../../../platform/http/validation/time-types';
import { ANY_PROVIDER, PROVIDER_UNLESS_ANY } from './any-provider';
import { SLOT_MEMBERS, SLOTS_FROM_PAGES } from './capacity-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';

/** Query of GET /availability/slots (docs/reference/availability.md). */
export class SlotsQuery extends InputOf({
  serviceId: required(queryId('services'), { example: 1 }),
  providerId: PROVIDER_UNLESS_ANY,
  date: required(localDate(), { example: '2026-12-01', description: 'A date on the provider’s calendar' }),
  anyProvider: ANY_PROVIDER,
  excludeAppointmentId: optional(queryId('appointments'), {
    description: 'An appointment that is being moved: its own time counts as free',
  }),
  ...SLOT_MEMBERS,
}) {
  static readonly fromPages: readonly (keyof SlotsQuery)[] = [...SLOTS_FROM_PAGES, 'anyProvider', 'date'];
}
