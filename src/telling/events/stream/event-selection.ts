import type { EventResponse } from '../dto/event.response';
import { type EventType, typesOf } from '../event-types';
import type { EventFilters } from '../reading/event.queries';

/** The filters of a stream, applied to events that have been read for all streams. */
export class EventSelection {
  /** Equal for streams with equal filters. */
  readonly key: string;
  private readonly types: ReadonlySet<EventType> | undefined;

  constructor(readonly filters: EventFilters) {
    const { types, resource, resourceId } = filters;
    const selected = types && typesOf(types);
    this.types = selected && new Set(selected);
    this.key = JSON.stringify([selected, resource, resourceId]);
  }

  has(event: EventResponse): boolean {
    const { resource, resourceId } = this.filters;
    return (
      (this.types?.has(event.type) ?? true) &&
      (resource === undefined || resource === event.resource) &&
      (resourceId === undefined || resourceId === String(event.resourceId))
    );
  }
}
