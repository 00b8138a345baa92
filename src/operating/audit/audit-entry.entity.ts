import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditedRow } from '../../platform/database/columns';
import type { WriteContext, WriteReason } from '../../platform/database/write-context';
import type { AuditedResource } from './audited-resources';

/** The way by which a change came. `database`: directly in SQL, past the service. */
export type Via = WriteContext['via'] | 'database';

export const ACTIONS = ['create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** One change of one row. Only triggers write it, and only an erasure rewrites it. It has no foreign keys, so that it outlives the row. */
@Entity('audit_entries')
@Check('audit_entries_action_known', `action in ('create', 'update', 'delete')`)
@Index('audit_entries_at_idx', ['at', 'id'])
@Index('audit_entries_resource_idx', ['resource', 'resourceId', 'id'])
@Index('audit_entries_user_id_idx', ['userId', 'at', 'id'])
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_entries_pkey',
  })
  readonly id: string;

  @Column('timestamptz')
  readonly at: Date;

  @Column('text')
  readonly via: Via;

  /** The user of the key; null for changes on the command line and in SQL. */
  @Column('int', { nullable: true })
  readonly userId: number | null;

  @Column('int', { nullable: true })
  readonly apiKeyId: number | null;

  @Column('text', { nullable: true })
  readonly requestId: string | null;

  @Column('text')
  readonly action: Action;

  @Column('text')
  readonly resource: AuditedResource;

  @Column('int')
  readonly resourceId: number;

  /** Null for a creation. */
  @Column('jsonb', { nullable: true })
  readonly before: AuditedRow | null;

  /** Null for a deletion. */
  @Column('jsonb', { nullable: true })
  readonly after: AuditedRow | null;

  /** Null for a change that a request or an operator asked for. */
  @Column('text', { nullable: true })
  readonly reason: WriteReason | null;
}
