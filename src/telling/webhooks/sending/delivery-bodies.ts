import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import { isDatabaseAway } from '../../../platform/database/sqlstate';
import { formatInstant } from '../../../platform/time/instant-text';
import type { EventResponse } from '../../events/dto/event.response';
import { EventReader } from '../../events/reading/event-reader';
import { TEST } from '../deliveries/test-event';
import type { DueDelivery, Lane } from './due-delivery';

/** Why a delivery has no body. */
export type BodyFault = 'event_deleted' | 'event_unreadable';

/** What a delivery sends. */
export type Body = { readonly text: string } | { readonly fault: BodyFault };

/** Gives the body of a delivery. */
export type BodyOf = (delivery: DueDelivery, lane: Lane) => Body;

/** Makes the bodies of deliveries: an event as GET /events shows it now, and its `sequence`. */
@Injectable()
export class DeliveryBodies {
  private readonly logger = new Logger('Webhooks');

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly events: EventReader,
  ) {}

  /** Reads each event once, also when it goes to many webhooks. */
  async read(lanes: readonly Lane[]): Promise<BodyOf> {
    const ids = lanes.flatMap(({ deliveries }) => deliveries.map(({ eventId }) => eventId));
    const bodies = await this.readEvents([...new Set(ids)].filter((id) => id !== null));
    return (delivery, lane) =>
      delivery.eventId === null
        ? { text: this.test(delivery, lane) }
        : (bodies.get(delivery.eventId) ?? { fault: 'event_deleted' });
  }

  /** An event that cannot be read must not hold up the others, so each is then read by itself. */
  private async readEvents(ids: readonly number[]): Promise<Map<number, Body>> {
    try {
      const events = await this.events.byIds(ids);
      return new Map(events.map((event) => [event.id, { text: textOf(event) }]));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const [id, ...others] = ids;
      if (id === undefined) throw error;
      if (others.length > 0) {
        const each = await Promise.all(ids.map((one) => this.readEvents([one])));
        return new Map(each.flatMap((bodies) => [...bodies]));
      }
      this.logger.error({ err: error, eventId: id }, 'Could not read an event');
      return new Map([[id, { fault: 'event_unreadable' }]]);
    }
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

function textOf(event: EventResponse): string {
  return JSON.stringify(Object.assign(event, { sequence: event.id }));
}
