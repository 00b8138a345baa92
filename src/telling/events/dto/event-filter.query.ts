import { Field } from '../../../platform/http/validation/field';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { queryWords } from '../../../platform/http/validation/query-types';
import { isUuid, oneOf } from '../../../platform/http/validation/text-types';
import { EVENT_RESOURCES, type EventResource, TYPE_PATTERNS } from '../event-types';

/** Which events a list or a stream has. An absent filter matches all. */
export class EventFilterQuery {
  @Field(queryWords(TYPE_PATTERNS), {
    optional: true,
    example: 'appointment.*,hold.expired',
    description: 'Only these types; `appointment.*` stands for all types of appointments',
  })
  types?: string[];

  @Field(oneOf(EVENT_RESOURCES), { optional: true, description: 'Only events of this resource' })
  resource?: EventResource;

  @Field(resourceId(), {
    optional: true,
    example: '1',
    description: 'Only events of the resource with this id: a number, or the UUID of a hold',
  })
  resourceId?: string;
}

function resourceId(): FieldType {
  return {
    schema: {
      type: 'string',
      pattern: '^([1-9][0-9]{0,9}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
    },
    clean: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    fault: (value) =>
      typeof value === 'string' && (/^[1-9]\d{0,9}$/.test(value) || isUuid(value))
        ? undefined
        : 'must be a number or a UUID',
  };
}
