import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import { formatInstant } from '../../../platform/time/instant-text';
import { EventReader, type ReadEvent } from '../../events/reading/event-reader';
import { TEST } from '../deliveries/delivery-status';
import type { DueDelivery, Lane } from './lane-leases';
import { extended } from '../../../platform/values/quick-objects';

export type BodyFault = 'event_deleted' | 'event_unreadable';

/** What a delivery sends: a text, and its bytes in UTF-8. */
export type Body = { readonly text: string; readonly bytes: Buffer } | { readonly fault: BodyFault };

export type BodyOf = (delivery: DueDelivery, lane: Lane) => Body;

/** Makes the bodies of deliveries: an event as GET /events shows it now, and its `sequence`. */
@Injectable()
export class DeliveryBodies {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly events: EventReader,
  ) {}

  /** Reads each event once, also when it goes to many webhooks. */
  async read(lanes: readonly Lane[]): Promise<BodyOf> {
    const ids = lanes.flatMap(({ deliveries }) => deliveries.map(({ eventId }) => eventId));
    const events = await this.events.attemptByIds([...new Set(ids)].filter((id) => id !== null));
    const bodies = new Map(events.map((read) => [read.event.id, bodyOf(read)]));
    return (delivery, lane) =>
      delivery.eventId === null
        ? inBytes(this.test(delivery, lane))
        : (bodies.get(delivery.eventId) ?? { fault: 'event_deleted' });
  }

  /** The members of an event. A test has no number: its `id` and `sequence` are 0. */
  private test({ createdAt }: DueDelivery, { webhookId, url }: Lane): string {
    return JSON.stringify({
      id: 0,
      type: TEST,
      occurredAt: formatInstant(Date.parse(createdAt), this.config.businessTimeZone),
      resource: 'webhook',
      resourceId: webhookId,
      data: { id: webhookId, url },
      previous: null,
      userId: null,
      apiKeyId: null,
      requestId: null,
      sequence: 0,
    });
  }
}

function bodyOf({ event, isReadable }: ReadEvent): Body {
  if (!isReadable) return { fault: 'event_unreadable' };
  return inBytes(JSON.stringify(extended(event, { sequence: event.id })));
}

/** Encoded once for all webhooks that it is sent to. */
function inBytes(text: string): Body {
  return { text, bytes: Buffer.from(text) };
}
