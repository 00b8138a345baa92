import { Entity, Index, Unique } from 'typeorm';
import { PLAIN, SECRET, UNAUDITED } from '../../platform/database/columns';
import { bytes, id, int, json, orNull, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import type { Restrictions } from '../../platform/restrictions';
import { User } from '../users/user.entity';

/** An API key of one user. The table holds only the hash of its secret. */
@Entity('api_keys')
@Unique('api_keys_key_id_key', ['keyId'])
@Index('api_keys_user_id_idx', ['userId'])
@Index('api_keys_origin_id_idx', ['originId'])
export class ApiKey extends RowOf({
  id: id(),
  /** The public part of the key, between its two underscores. */
  keyId: text(PLAIN),
  userId: int({ ...PLAIN, references: () => User }),
  name: text(PLAIN),
  /** SHA-256 of the secret. */
  secretHash: bytes(SECRET),
  createdAt: timestamp(PLAIN),
  expiresAt: orNull(timestamp(PLAIN)),
  revokedAt: orNull(timestamp(PLAIN)),
  lastUsedAt: orNull(timestamp(UNAUDITED)),
  /** The IP address of the request that `lastUsedAt` is the time of. */
  lastUsedFrom: orNull(text(UNAUDITED)),
  /** Null: none. */
  restrictions: orNull(json<Restrictions>(PLAIN)),
  /** The first key of those that took each other's place; null: this one. */
  originId: orNull(int({ ...PLAIN, references: 'ApiKey', onDelete: 'CASCADE' })),
}) {}
