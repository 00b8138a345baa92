import { Entity, Index } from 'typeorm';
import { bigint, id, int, RowOf, texts } from '../../../platform/database/entity-columns';
import { Webhook } from '../webhook.entity';

/** Past events that a webhook is still to be sent. Their deliveries are written a few at a time. */
@Entity('webhook_replays')
@Index('webhook_replays_webhook_id_idx', ['webhookId', 'id'])
export class WebhookReplay extends RowOf({
  id: id<string>('bigint'),
  webhookId: int({ references: () => Webhook, onDelete: 'CASCADE' }),
  /** The deliveries of events up to this one are written. */
  afterEvent: bigint(),
  lastEvent: bigint(),
  types: texts(),
  eventsLeft: int(),
}) {}
