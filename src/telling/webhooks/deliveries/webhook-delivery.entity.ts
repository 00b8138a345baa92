import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
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
export class WebhookDelivery {
  /** A bigint, which `EntityReads` reads as a number. */
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'webhook_deliveries_pkey',
  })
  readonly id: number;

  /** Not a foreign key: deliveries are deleted after their webhook, by `EventRetention`. */
  @Column('int')
  readonly webhookId: number;

  /** Null: a `webhook.test`. */
  @Column('bigint', { nullable: true })
  readonly eventId: number | null;

  @Column('text')
  readonly type: string;

  /** The resource of the event and its id. Deliveries of one subject are sent in order. */
  @Column('text')
  readonly subject: string;

  /** The first delivery of a test that was sent again. */
  @Column('bigint', { nullable: true })
  readonly repeatsId: number | null;

  /** The replay that has written it. */
  @Column('bigint', { nullable: true })
  readonly replayId: number | null;

  @Column('text', { default: 'pending' })
  readonly status: DeliveryStatus;

  @Column('jsonb', { default: [] })
  readonly attempts: DeliveryAttempt[];

  /** A new event that was not tried yet. */
  @Column('boolean')
  readonly isFirst: boolean;

  @Column('timestamptz', { nullable: true })
  readonly nextAttemptAt: Date | null;

  @Column('timestamptz')
  readonly createdAt: Date;
}

/** The lease of a lane of a webhook: of its new events, or of its other deliveries. */
@Entity('webhook_lanes')
export class WebhookLane {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'webhook_lanes_pkey' })
  @ForeignKey(() => Webhook, { name: 'webhook_lanes_webhook_id_fkey', onDelete: 'CASCADE' })
  readonly webhookId: number;

  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'webhook_lanes_pkey' })
  readonly isFirst: boolean;

  @Column('uuid', { nullable: true })
  readonly worker: string | null;

  @Column('timestamptz', { nullable: true })
  readonly leasedUntil: Date | null;

  /** The lane of new events: all deliveries up to this id have been tried. */
  @Column('bigint', { default: 0 })
  readonly position: string;
}

/** The number of attempts, by outcome. */
@Entity('webhook_attempts')
export class WebhookAttempts {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'webhook_attempts_pkey' })
  readonly outcome: string;

  @Column('bigint')
  readonly attempts: string;
}
