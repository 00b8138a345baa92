import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What an answer contains: one resource, which has an entity tag; another envelope; or an error. */
export type AnswerKind = 'resource' | 'envelope' | 'error';

/** An answer: HTTP status and JSON. */
export type Answer = Readonly<Pick<IdempotencyRecord, 'kind' | 'status' | 'body'>>;

/** The first answer to the requests that one API key, or those that took its place, send under one Idempotency-Key. */
@Entity('idempotency_records')
@Check('idempotency_records_kind_known', `kind in ('resource', 'envelope', 'error')`)
@Index('idempotency_records_created_at_idx', ['createdAt'])
@Index('idempotency_records_secret_of_idx', ['secretOf'], { where: 'sealed is not null' })
export class IdempotencyRecord {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'idempotency_records_pkey' })
  @ForeignKey('ApiKey', { name: 'idempotency_records_api_key_id_fkey', onDelete: 'CASCADE' })
  apiKeyId: number;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_records_pkey' })
  key: string;

  /** Hash of the request. A repeated request must have the same one. */
  @Column('bytea')
  fingerprint: Buffer;

  @Column('text')
  kind: AnswerKind;

  /** HTTP status. */
  @Column('smallint')
  status: number;

  /** The JSON of the answer, byte by byte, but for its secrets. */
  @Column('text')
  body: string;

  /** The secrets of the answer, encrypted. */
  @Column('bytea', { nullable: true })
  sealed: Buffer | null;

  /** The table and the id of the row whose secrets they are. */
  @Column('text', { nullable: true })
  secretOf: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** Hash of the request that is the same for all API keys that took each other's place; null: of a version before. */
  @Column('bytea', { nullable: true })
  sharedFingerprint: Buffer | null;

  /** The API key of the request, where it is not the first of those. */
  @Column('int', { nullable: true })
  writtenBy: number | null;
}
