import { Check, Entity, Index } from 'typeorm';
import {
  bigint,
  column,
  flag,
  id,
  int,
  json,
  orNull,
  primary,
  RowOf,
  text,
  timestamp,
  uuid,
} from '../../../platform/database/entity-columns';
import { Webhook } from '../webhook.entity';
import type { DeliveryAttempt, DeliveryStatus } from './delivery-status';

/** The delivery of one event to one webhook, with all its attempts. It holds no payload. */
@Entity('webhook_deliveries')
@Check('webhook_deliveries_status_known', `status in ('pending', 'delivered', 'failed')`)
@Index('webhook_deliveries_webhook_id_idx', ['webhookId', 'id'])
@Index('webhook_deliveries_status_idx', ['webhookId', 'status', 'id'], { where: `status <> 'delivered'` })
// A block range index, which an entity cannot declare.
@Index('webhook_deliveries_event_id_idx', { synchronize: false })
@Index('webhook_deliveries_first_idx', ['webhookId', 'id'], { where: `status = 'pending' and is_first` })
@Index('webhook_deliveries_later_idx', ['webhookId', 'nextAttemptAt', 'id'], {
  where: `status = 'pending' and not is_first`,
})
@Index('webhook_deliveries_replay_idx', ['webhookId', 'nextAttemptAt', 'id'], {
  where: `status = 'pending' and replay_id is not null`,
})
export class WebhookDelivery extends RowOf({
  /** A bigint, which `EntityReads` reads as a number. */
  id: id('bigint'),
  /** Not a foreign key: deliveries are deleted after their webhook, by `EventRetention`. */
  webhookId: int(),
  /** Null: a `webhook.test`. */
  eventId: orNull(column<number>('bigint')),
  type: text(),
  /** The resource of the event and its id. Deliveries of one subject are sent in order. */
  subject: text(),
  /** The first delivery of a test that was sent again. */
  repeatsId: orNull(column<number>('bigint')),
  /** The replay that has written it. */
  replayId: orNull(column<number>('bigint')),
  status: text<DeliveryStatus>({ default: 'pending' }),
  attempts: json<readonly DeliveryAttempt[]>({ default: [] }),
  /** A new event that was not tried yet. */
  isFirst: flag(),
  nextAttemptAt: orNull(timestamp()),
  createdAt: timestamp(),
}) {}

/** The lease of a lane of a webhook: of its new events, or of its other deliveries. */
@Entity('webhook_lanes')
export class WebhookLane extends RowOf({
  webhookId: primary(int({ references: () => Webhook, onDelete: 'CASCADE' })),
  isFirst: primary(flag()),
  worker: orNull(uuid()),
  leasedUntil: orNull(timestamp()),
  /** The lane of new events: all deliveries up to this id have been tried. */
  position: bigint({ default: 0 }),
}) {}

/** The number of attempts, by outcome. */
@Entity('webhook_attempts')
export class WebhookAttempts extends RowOf({
  outcome: primary(text()),
  attempts: bigint(),
}) {}
