import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { formatInstant } from '../../../platform/time/instant-text';
import { extended } from '../../../platform/values/quick-objects';
import type { EventResponse } from '../../events/dto/event.dto';
import { EventReader, type ReadEvent } from '../../events/reading/event-reader';
import { LINK_PLACE } from '../../messages/link-place';
import { TextLinks } from '../../messages/texts/text-links';
import { TEST } from '../deliveries/delivery-status';
import type { DueDelivery, Lane } from './lane-leases';

/** Why there is nothing to send, as the delivery shows it. */
export const BODY_FAULTS = {
  event_deleted: 'the event has been deleted',
  event_unreadable: 'the event could not be read',
  message_deleted: 'the message has been deleted',
  message_expired: 'the message has expired',
} as const;
export type BodyFault = keyof typeof BODY_FAULTS;

/** What a delivery sends: a text, and its bytes in UTF-8. */
export type Body = { readonly text: string; readonly bytes: Buffer } | { readonly fault: BodyFault };

export type BodyOf = (delivery: DueDelivery, lane: Lane) => Body;

/** The body of an event at the moment of an attempt. */
type EventBody = () => Body;

/** Makes the bodies of deliveries: an event as GET /events shows it now, and its `sequence`. */
@Injectable()
export class DeliveryBodies {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly events: EventReader,
    private readonly links: TextLinks,
    private readonly clock: Clock,
  ) {}

  /** Reads each event once, also when it goes to many webhooks. */
  async read(lanes: readonly Lane[]): Promise<BodyOf> {
    const ids = lanes.flatMap(({ deliveries }) => deliveries.map(({ eventId }) => eventId));
    const events = await this.events.attemptByIds([...new Set(ids)].filter((id) => id !== null));
    const links = await this.links.of(
      events
        .map(({ event }) => event)
        .filter(isMessage)
        .map(({ resourceId }) => resourceId),
    );
    const bodies = new Map(events.map((read) => [read.event.id, this.bodyOf(read, links)]));
    return (delivery, lane) =>
      delivery.eventId === null
        ? inBytes(this.test(delivery, lane))
        : (bodies.get(delivery.eventId)?.() ?? { fault: 'event_deleted' });
  }

  /** Encoded once for all webhooks that it is sent to. */
  private bodyOf({ event, isReadable }: ReadEvent, links: ReadonlyMap<number, string>): EventBody {
    if (!isReadable) return () => ({ fault: 'event_unreadable' });
    if (isMessage(event)) return this.messageBodyOf(event, links.get(event.resourceId));
    const body = inBytes(textOf(event));
    return () => body;
  }

  /** @param link undefined: the message was deleted, as with its customer */
  private messageBodyOf(event: MessageEvent, link: string | undefined): EventBody {
    if (link === undefined) return () => ({ fault: 'message_deleted' });
    const text = event.data.text.replaceAll(LINK_PLACE, () => link).trim();
    const body = inBytes(textOf({ ...event, data: { ...event.data, text } }));
    const expiresAt = Date.parse(event.data.expiresAt);
    return () => (expiresAt <= this.clock.now() ? { fault: 'message_expired' } : body);
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
      via: 'worker',
      userId: null,
      apiKeyId: null,
      tokenId: null,
      requestId: null,
      sequence: 0,
    });
  }
}

/** An event `message.due` of a message that was not deleted. */
interface MessageEvent extends EventResponse {
  readonly resourceId: number;
  readonly data: { readonly to: string; readonly text: string; readonly expiresAt: string };
}

function isMessage(event: EventResponse): event is MessageEvent {
  return event.resource === 'message';
}

function textOf(event: EventResponse): string {
  return JSON.stringify(extended(event, { sequence: event.id }));
}

function inBytes(text: string): Body {
  return { text, bytes: Buffer.from(text) };
}
