import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { Restrictions } from '../../platform/restrictions';
import { columnsOf, INSTANT, PLAIN, SECRET } from '../../platform/database/columns';
import { User } from '../users/user.entity';
import { Id } from '../../platform/database/entity-columns';

/** An API key of one user. The table holds only the hash of its secret. */
@Entity('api_keys')
@Unique('api_keys_key_id_key', ['keyId'])
@Index('api_keys_user_id_idx', ['userId'])
@Index('api_keys_origin_id_idx', ['originId'])
export class ApiKey {
  @Id('api_keys')
  readonly id: number;

  /** The public part of the key, between its two underscores. */
  @Column('text')
  keyId: string;

  @Column('int')
  @ForeignKey(() => User, { name: 'api_keys_user_id_fkey' })
  userId: number;

  @Column('text')
  name: string;

  /** SHA-256 of the secret. */
  @Column('bytea')
  secretHash: Buffer;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** The IP address of the request that `lastUsedAt` is the time of. */
  @Column('text', { nullable: true })
  lastUsedFrom: string | null;

  /** Null: none. */
  @Column('jsonb', { nullable: true })
  restrictions: Restrictions | null;

  /** The first key of those that took each other's place; null: this one. */
  @Column('int', { nullable: true })
  @ForeignKey(() => ApiKey, { name: 'api_keys_origin_id_fkey', onDelete: 'CASCADE' })
  originId: number | null;
}

export const API_KEY_COLUMNS = columnsOf<ApiKey>({
  id: PLAIN,
  keyId: PLAIN,
  userId: PLAIN,
  name: PLAIN,
  secretHash: SECRET,
  createdAt: INSTANT,
  expiresAt: INSTANT,
  revokedAt: INSTANT,
  lastUsedAt: { ...INSTANT, isUnaudited: true },
  lastUsedFrom: { ...PLAIN, isUnaudited: true },
  restrictions: PLAIN,
  originId: PLAIN,
});
