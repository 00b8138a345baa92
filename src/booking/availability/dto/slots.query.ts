import { Field } from '../../../platform/http/validation/field';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { localDate } from '../../../platform/http/validation/time-types';
import { querySeats } from './wish-types';

/** Query of GET /availability/slots (docs/reference/availability.md). */
export class SlotsQuery {
  @Field(queryId(), { example: 1 })
  serviceId: number;

  @Field(queryId(), { optional: true, example: 2, description: 'Required, unless `anyProvider` is true' })
  providerId?: number;

  @Field(localDate(), { example: '2026-12-01', description: 'A date on the provider’s calendar' })
  date: string;

  @Field(queryFlag(), {
    optional: true,
    default: false,
    description: 'The slots of all providers, each with the `providerIds` that could take it',
  })
  anyProvider?: boolean;

  @Field(queryId(), {
    optional: true,
    description: 'An appointment that is being moved: its own time counts as free',
  })
  excludeAppointmentId?: number;

  @Field(querySeats(), {
    optional: true,
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  })
  seats?: number;

  @Field(queryId(), { optional: true, description: 'Take only resources of this location, or of none' })
  locationId?: number;
}
