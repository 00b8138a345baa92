import { DEFAULT_LENGTH, MAX_LENGTH } from '../../../platform/database/reads/page-window';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { plainNumber } from '../../../platform/http/validation/number-types';
import { queryInteger } from '../../../platform/http/validation/query-types';
import { EventFilterQuery } from './event-filter.query';
import { InputOf, optional } from '../../../platform/http/validation/members';

/** The value of `after` that stands for the newest event. */
export const LATEST = 'latest';

/** What to read of the events (docs/reference/events.md). */
export class EventListQuery extends InputOf(EventFilterQuery, {
  after: optional(cursor(), {
    description:
      'Only events after this one: an id, or `latest` to begin with what happens next. Without it, from the oldest that is kept',
  }),
  length: optional(
    {
      ...queryInteger(1, Number.MAX_SAFE_INTEGER),
      schema: { type: 'integer', minimum: 1, maximum: MAX_LENGTH },
    },
    { default: DEFAULT_LENGTH, description: 'The most events to answer; above 100 counts as 100' },
  ),
}) {}

function cursor(): FieldType<number | typeof LATEST> {
  return {
    schema: { type: 'string', pattern: `^(${LATEST}|0|[1-9][0-9]{0,15})$`, example: '0' },
    clean: (value) => (typeof value === 'string' ? (plainNumber(value) ?? value) : value),
    fault: (value) =>
      typeof value === 'number' || value === LATEST ? undefined : `must be the id of an event, or ${LATEST}`,
  };
}
