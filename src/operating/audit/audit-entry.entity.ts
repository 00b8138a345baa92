import { Check, Entity, Index } from 'typeorm';
import { id, int, json, orNull, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import type { AuditedRow } from '../../platform/database/columns';
import type { Via } from '../../platform/vias';
import type { WriteReason } from '../../platform/database/write-context';
import type { AuditedResource } from './audited-resources';

export const ACTIONS = ['create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** One change of one row. Only triggers write it, and only an erasure rewrites it. It has no foreign keys, so that it outlives the row. */
@Entity('audit_entries')
@Check('audit_entries_action_known', `action in ('create', 'update', 'delete')`)
@Index('audit_entries_at_idx', ['at', 'id'])
@Index('audit_entries_resource_idx', ['resource', 'resourceId', 'id'])
@Index('audit_entries_user_id_idx', ['userId', 'at', 'id'])
export class AuditEntry extends RowOf({
  id: id<string>('bigint', 'ALWAYS'),
  at: timestamp(),
  via: text<Via>(),
  /** The user of the key; null for changes on the command line and in SQL. */
  userId: orNull(int()),
  apiKeyId: orNull(int()),
  /** The `jti` of a token of the identity provider. */
  tokenId: orNull(text()),
  requestId: orNull(text()),
  action: text<Action>(),
  resource: text<AuditedResource>(),
  resourceId: int(),
  /** Null for a creation. */
  before: orNull(json<AuditedRow>()),
  /** Null for a deletion. */
  after: orNull(json<AuditedRow>()),
  /** Null for a change that a request or an operator asked for. */
  reason: orNull(text<WriteReason>()),
}) {}
