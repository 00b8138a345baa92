import { Field } from '../../../platform/http/validation/field';
import { numberOrUuid, queryWords } from '../../../platform/http/validation/query-types';
import { oneOfSpelled } from '../../../platform/http/validation/text-types';
import { EVENT_RESOURCES, type EventResource, PATH_NAMES, TYPE_PATTERNS } from '../event-types';

/** The resources of events by their names in paths. */
const BY_PATH = Object.fromEntries(Object.entries(PATH_NAMES).map(([resource, path]) => [path, resource]));

/** Which events a list or a stream has. An absent filter matches all. */
export class EventFilterQuery {
  @Field(queryWords(TYPE_PATTERNS), {
    optional: true,
    example: 'appointment.*,hold.expired',
    description: 'Only these types; `appointment.*` stands for all types of appointments',
  })
  types?: string[];

  @Field(oneOfSpelled(EVENT_RESOURCES, BY_PATH), {
    optional: true,
    description: 'Only events of this resource, named as in events or as in paths',
  })
  resource?: EventResource;

  @Field(numberOrUuid(), {
    optional: true,
    example: '1',
    description: 'Only events of the resource with this id: a number, or the UUID of a hold',
  })
  resourceId?: string;
}
