import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Webhook } from '../webhook.entity';

/** Past events that a webhook is still to be sent. Their deliveries are written a few at a time. */
@Entity('webhook_replays')
@Index('webhook_replays_webhook_id_idx', ['webhookId', 'id'])
export class WebhookReplay {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'webhook_replays_pkey',
  })
  readonly id: string;

  @Column('int')
  @ForeignKey(() => Webhook, { name: 'webhook_replays_webhook_id_fkey', onDelete: 'CASCADE' })
  readonly webhookId: number;

  /** The deliveries of events up to this one are written. */
  @Column('bigint')
  readonly afterEvent: string;

  @Column('bigint')
  readonly lastEvent: string;

  @Column('text', { array: true })
  readonly types: string[];

  @Column('int')
  readonly eventsLeft: number;
}
