import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { equals } from '../../../platform/database/reads/clause';
import { Database, type Statement } from '../../../platform/database/database';
import { EntityReads } from '../../../platform/database/reads/entity-reads';
import type { WriteContext } from '../../../platform/database/write-context';
import { NotFoundError } from '../../../platform/errors/errors';
import type { Page } from '../../../platform/database/reads/page';
import { EVENT_TYPES, typesOf } from '../../events/event-types';
import { EventQueries } from '../../events/reading/event.queries';
import type { Replay } from '../replays/replay.dto';
import { countPending, INSERT_REPLAY } from '../replays/replays.statements';
import { Webhook } from '../webhook.entity';
import { ReplayPendingError, WebhookInactiveError } from '../webhooks.errors';
import { INSERT_AGAIN, INSERT_TEST, LOCK_WEBHOOK } from './deliveries.statements';
import type { DeliveryListQuery, ReplayResponse } from './dto/delivery.dto';
import { WebhookDelivery } from './webhook-delivery.entity';

const NEWEST_FIRST = { field: 'id', direction: 'desc' } as const;

/** The most events that one request replays. While more than that wait to be sent, another replay is refused. */
const MOST_REPLAYED = 10_000;
const COUNT_PENDING = countPending(MOST_REPLAYED + 1);

/** Reads deliveries, and queues those that callers request: tests, redeliveries and replays. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly events: EventQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async list(webhookId: number, query: DeliveryListQuery): Promise<Page<WebhookDelivery>> {
    // First, because the deliveries of a deleted webhook are still there for a while.
    if ((await this.reads.find(Webhook, webhookId)) === undefined) throw new NotFoundError('webhook');
    const where = [
      ...equals('webhook_id', webhookId),
      // In the statement itself, so that PostgreSQL can use the index of deliveries that are not delivered.
      ...(query.status === undefined
        ? []
        : [{ name: query.status, sql: `t.status = '${query.status}'` } as const]),
      ...equals('event_id', query.eventId),
    ];
    const request = { window: query, sort: query.sort ?? NEWEST_FIRST, where };
    return this.reads.page(WebhookDelivery, request);
  }

  /** Queues a `webhook.test`. @throws NotFoundError, WebhookInactiveError */
  test(context: WriteContext, webhookId: number): Promise<WebhookDelivery> {
    return this.queue(context, webhookId, INSERT_TEST, [webhookId]);
  }

  /** Sends the event of a delivery again, with the same `webhook-id`. @throws NotFoundError, WebhookInactiveError */
  redeliver(context: WriteContext, webhookId: number, deliveryId: number): Promise<WebhookDelivery> {
    return this.queue(context, webhookId, INSERT_AGAIN, [webhookId, deliveryId]);
  }

  /**
   * Sends the events after a cursor that have the types of the webhook, delivered before or not. `WebhookSender` writes their deliveries.
   * @throws NotFoundError, WebhookInactiveError, ReplayPendingError; RefusedError, ValidationError for a cursor that is expired or invalid
   */
  async replay(context: WriteContext, webhookId: number, { after, types }: Replay): Promise<ReplayResponse> {
    return this.database.transaction(context, async (tx) => {
      const webhook = await this.lock(tx, webhookId);
      if (!webhook.active) throw new WebhookInactiveError();
      const { pending } = await this.database.one<{ pending: number }>(COUNT_PENDING, [webhookId], tx);
      if (pending > MOST_REPLAYED) throw new ReplayPendingError(MOST_REPLAYED);
      const wanted = typesOf(webhook.types ?? EVENT_TYPES);
      const selected = types === undefined ? wanted : typesOf(types).filter((type) => wanted.includes(type));
      const { ids, next, hasMore } = await this.events.after(after, { types: selected }, MOST_REPLAYED, tx);
      await this.database.rows(
        INSERT_REPLAY,
        [webhookId, after, ids.at(-1) ?? after, selected, ids.length],
        tx,
      );
      return { deliveries: ids.length, next, hasMore };
    });
  }

  private async queue(
    context: WriteContext,
    webhookId: number,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<WebhookDelivery> {
    const now = new Date(this.clock.now());
    return this.database.transaction(context, async (tx) => {
      const { active } = await this.lock(tx, webhookId);
      const [queued] = await this.database.rows<{ id: number }>(statement, [...values, now], tx);
      if (queued === undefined) throw new NotFoundError('delivery');
      if (!active) throw new WebhookInactiveError();
      const [delivery] = await this.database.rows<WebhookDelivery>(this.read(), [[queued.id]], tx);
      if (delivery === undefined) throw new NotFoundError('delivery');
      return delivery;
    });
  }

  private read(): Statement {
    return { name: 'webhook-deliveries.read', text: this.reads.selectByIds(WebhookDelivery, '$1') };
  }

  private async lock(tx: EntityManager, id: number): Promise<Pick<Webhook, 'active' | 'types'>> {
    const [webhook] = await this.database.rows<Pick<Webhook, 'active' | 'types'>>(LOCK_WEBHOOK, [id], tx);
    if (webhook === undefined) throw new NotFoundError('webhook');
    return webhook;
  }
}
