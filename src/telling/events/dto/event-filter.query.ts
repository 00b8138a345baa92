import { numberOrUuid, queryWords } from '../../../platform/http/validation/query-types';
import { oneOfSpelled } from '../../../platform/http/validation/text-types';
import { EVENT_RESOURCES, PATH_NAMES, TYPE_PATTERNS } from '../event-types';
import { InputOf, optional } from '../../../platform/http/validation/members';

/** The resources of events by their names in paths. */
const BY_PATH = Object.fromEntries(Object.entries(PATH_NAMES).map(([resource, path]) => [path, resource]));

/** Which events a list or a stream has. An absent filter matches all. */
export class EventFilterQuery extends InputOf({
  types: optional(queryWords(TYPE_PATTERNS), {
    example: 'appointment.*,hold.expired',
    description: 'Only these types; `appointment.*` stands for all types of appointments',
  }),
  resource: optional(oneOfSpelled(EVENT_RESOURCES, BY_PATH), {
    description: 'Only events of this resource, named as in events or as in paths',
  }),
  resourceId: optional(numberOrUuid(), {
    example: '1',
    description: 'Only events of the resource with this id: a number, or the UUID of a hold',
  }),
}) {}
