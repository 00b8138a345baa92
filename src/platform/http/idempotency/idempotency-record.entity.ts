import { Check, Entity, Index } from 'typeorm';
import { bytes, int, orNull, primary, RowOf, smallint, text, timestamp } from '../../database/entity-columns';

/** What an answer contains: one resource, which has an entity tag; another envelope; or an error. */
export type AnswerKind = 'resource' | 'envelope' | 'error';

/** An answer: HTTP status and JSON. */
export type Answer = Readonly<Pick<IdempotencyRecord, 'kind' | 'status' | 'body'>>;

/** The first answer to the requests that one API key, or those that took its place, send under one Idempotency-Key. */
@Entity('idempotency_records')
@Check('idempotency_records_kind_known', `kind in ('resource', 'envelope', 'error')`)
@Index('idempotency_records_created_at_idx', ['createdAt'])
@Index('idempotency_records_secret_of_idx', ['secretOf'], { where: 'sealed is not null' })
export class IdempotencyRecord extends RowOf({
  apiKeyId: primary(int({ references: 'ApiKey', onDelete: 'CASCADE' })),
  key: primary(text()),
  /** Hash of the request. A repeated request must have the same one. */
  fingerprint: bytes(),
  kind: text<AnswerKind>(),
  /** HTTP status. */
  status: smallint(),
  /** The JSON of the answer, byte by byte, but for its secrets. */
  body: text(),
  /** The secrets of the answer, encrypted. */
  sealed: orNull(bytes()),
  /** The table and the id of the row whose secrets they are. */
  secretOf: orNull(text()),
  createdAt: timestamp(),
  /** Hash of the request that is the same for all API keys that took each other's place; null: of a version before. */
  sharedFingerprint: orNull(bytes()),
  /** The API key of the request, where it is not the first of those; negative: a token. */
  writtenBy: orNull(int()),
}) {}
