import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What an answer shows: one resource, which has an entity tag; anything else in its envelope; or what went wrong. */
export type AnswerKind = 'resource' | 'envelope' | 'error';

/** What is answered: a status of HTTP, and JSON. */
export type Answer = Readonly<Pick<IdempotencyRecord, 'kind' | 'status' | 'body'>>;

/** The first answer to the requests that one API key sends under one Idempotency-Key. */
@Entity('idempotency_records')
@Check('idempotency_records_kind_known', `kind in ('resource', 'envelope', 'error')`)
@Index('idempotency_records_created_at_idx', ['createdAt'])
export class IdempotencyRecord {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'idempotency_records_pkey' })
  @ForeignKey('ApiKey', { name: 'idempotency_records_api_key_id_fkey', onDelete: 'CASCADE' })
  apiKeyId: number;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_records_pkey' })
  key: string;

  /** SHA-256 of the request: what it must be like to be the same again. */
  @Column('bytea')
  fingerprint: Buffer;

  @Column('text')
  kind: AnswerKind;

  /** Of HTTP. */
  @Column('smallint')
  status: number;

  /** The JSON that was answered, byte by byte. */
  @Column('text')
  body: string;

  @Column('timestamptz')
  createdAt: Date;
}
