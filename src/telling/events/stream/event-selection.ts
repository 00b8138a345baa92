import { EventResponse } from '../dto/event.dto';
import { seenBy } from '../../../platform/http/hiding/mask';
import type { Hidden } from '../../../platform/restrictions';
import { type EventType, typesOf } from '../event-types';
import type { EventFilters } from '../reading/event.queries';

/** The filters of a stream, and what its key hides, applied to events that have been read for all streams. */
export class EventSelection {
  /** Equal for streams that get the same bytes. */
  readonly key: string;
  private readonly types: ReadonlySet<EventType> | undefined;

  constructor(
    readonly filters: EventFilters,
    private readonly hides?: readonly Hidden[],
  ) {
    const { types, resource, resourceId } = filters;
    const selected = types && typesOf(types);
    this.types = selected && new Set(selected);
    this.key = JSON.stringify([selected, resource, resourceId, hides]);
  }

  has(event: EventResponse): boolean {
    const { resource, resourceId } = this.filters;
    return (
      (this.types?.has(event.type) ?? true) &&
      (resource === undefined || resource === event.resource) &&
      (resourceId === undefined || resourceId === String(event.resourceId))
    );
  }

  /** An event as the key of the stream sees it. */
  seen(event: EventResponse): EventResponse {
    return seenBy({ hides: this.hides }, EventResponse, event) as EventResponse;
  }
}
