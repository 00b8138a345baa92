import { Check, Entity } from 'typeorm';
import { INTERNAL, PLAIN, SECRET, UNAUDITED } from '../../platform/database/columns';
import {
  column,
  flag,
  id,
  orNull,
  RowOf,
  text,
  texts,
  timestamp,
} from '../../platform/database/entity-columns';

/** Why the service deactivated a webhook: its receiver answered 410, or five days passed without one success. */
export const DEACTIVATED_REASONS = ['gone', 'failing'] as const;
export type DeactivatedReason = (typeof DEACTIVATED_REASONS)[number];

/** A URL that is sent the events of some types. */
@Entity('webhooks')
@Check('webhooks_deactivated_reason_known', `deactivated_reason in ('gone', 'failing')`)
export class Webhook extends RowOf({
  id: id(),
  url: text(PLAIN),
  description: orNull(text(PLAIN)),
  /** Types of events and patterns such as `appointment.*`; null: all. */
  types: orNull(texts(PLAIN)),
  active: flag({ ...PLAIN, default: true }),
  /** `whsec_…`. Signing needs the secret itself, so it is not stored as a digest. */
  secret: text({ ...SECRET, select: false }),
  /** The secret before the rotation. It signs, too, until its end. */
  previousSecret: orNull(text({ ...SECRET, select: false })),
  previousSecretEndsAt: orNull(timestamp({ ...PLAIN, select: false })),
  /** The first failure after the last success. */
  failingSince: orNull(timestamp(UNAUDITED)),
  /** Null while it is active, and when a caller deactivated it. */
  deactivatedReason: orNull(text<DeactivatedReason>(PLAIN)),
  /** The audit entries that were committed before it was made or made active, and were not numbered yet. */
  leavesOut: column<string>('int8multirange', { ...INTERNAL, default: '{}', select: false }),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
}) {}
