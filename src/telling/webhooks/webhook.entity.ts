import { Check, Column, Entity } from 'typeorm';
import {
  columnsOf,
  INSTANT,
  INTERNAL,
  INTERNAL_INSTANT,
  PLAIN,
  SECRET,
} from '../../platform/database/columns';
import { Id } from '../../platform/database/entity-columns';

/** Why the service deactivated a webhook: its receiver answered 410, or five days passed without one success. */
export const DEACTIVATED_REASONS = ['gone', 'failing'] as const;
export type DeactivatedReason = (typeof DEACTIVATED_REASONS)[number];

/** A URL that is sent the events of some types. */
@Entity('webhooks')
@Check('webhooks_deactivated_reason_known', `deactivated_reason in ('gone', 'failing')`)
export class Webhook {
  @Id('webhooks')
  readonly id: number;

  @Column('text')
  url: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** Types of events and patterns such as `appointment.*`; null: all. */
  @Column('text', { array: true, nullable: true })
  types: string[] | null;

  @Column('boolean', { default: true })
  active: boolean;

  /** `whsec_…`. Signing needs the secret itself, so it is not stored as a digest. */
  @Column('text', { select: false })
  secret: string;

  /** The secret before the rotation. It signs, too, until its end. */
  @Column('text', { nullable: true, select: false })
  previousSecret: string | null;

  @Column('timestamptz', { nullable: true, select: false })
  previousSecretEndsAt: Date | null;

  /** The first failure after the last success. */
  @Column('timestamptz', { nullable: true })
  failingSince: Date | null;

  /** Null while it is active, and when a caller deactivated it. */
  @Column('text', { nullable: true })
  deactivatedReason: DeactivatedReason | null;

  /** The audit entries that were committed before it was made or made active, and were not numbered yet. */
  @Column('int8multirange', { default: '{}', select: false })
  readonly leavesOut: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

export const WEBHOOK_COLUMNS = columnsOf<Webhook>({
  id: PLAIN,
  url: PLAIN,
  description: PLAIN,
  types: PLAIN,
  active: PLAIN,
  secret: SECRET,
  previousSecret: SECRET,
  previousSecretEndsAt: INSTANT,
  failingSince: { ...INSTANT, isUnaudited: true },
  leavesOut: INTERNAL,
  deactivatedReason: PLAIN,
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
});
