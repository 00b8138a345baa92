import { Field } from '../../../platform/http/validation/field';
import { queryId } from '../../../platform/http/validation/query-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { querySeats } from './wish-types';

/** Query of GET /availability/next-available (docs/reference/availability.md). */
export class NextAvailableQuery {
  @Field(queryId(), { example: 1 })
  serviceId: number;

  @Field(queryId(), { optional: true, example: 2, description: 'When absent, every provider is searched.' })
  providerId?: number;

  @Field(dateOrInstant(), {
    optional: true,
    example: '2026-12-01',
    description:
      'The earliest start: a date on the calendar of each provider, or an instant (RFC 3339). Default, and at least: now',
  })
  from?: string;

  @Field(querySeats(), {
    optional: true,
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  })
  seats?: number;

  @Field(queryId(), { optional: true, description: 'Take only resources of this location, or of none' })
  locationId?: number;
}
