import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../platform/http/identity';
import { Clock } from '../../platform/clock';
import { NotFoundError } from '../../platform/errors/errors';
import { found } from '../../platform/database/found';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { UsersService } from '../users/users.service';
import type { Role } from '../users/user.entity';
import { ApiKey } from './api-key.entity';
import { ExpiryInThePastError } from './api-keys.errors';
import { formatKey, hashSecret, isSameHash, mintKey, parseKey } from './key';
import { MINUTE_MS } from '../../platform/time/units';

interface KeyRow {
  readonly id: number;
  readonly secret_hash: Buffer;
  readonly user_id: number;
  readonly roles: Role[];
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

const FIND_LIVE_KEY = {
  name: 'api-keys.find-live',
  isShort: true,
  text: `select k.id, k.secret_hash, k.user_id, u.roles, k.expires_at, k.last_used_at
         from api_keys k join users u on u.id = k.user_id
         where k.key_id = $1 and k.revoked_at is null and u.active`,
};
const RECORD_USE = {
  name: 'api-keys.record-use',
  text: 'update api_keys set last_used_at = $2 where id = $1',
};

/** Shortest time in ms between two updates of a key's last use. An update at each request would be too expensive. */
const USE_RESOLUTION = MINUTE_MS;
/** Stands in for the hash of an unknown key, so that an unknown id takes as long as a wrong secret (bench/keys). */
const NO_HASH = Buffer.alloc(32);

export interface NewKey {
  readonly userId: number;
  readonly name: string;
  readonly expiresAt?: Date;
}

/** Issues, finds and revokes API keys. */
@Injectable()
export class ApiKeysService {
  private readonly logger = new Logger(ApiKeysService.name);

  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  /** @returns also the whole key, which cannot be read again @throws NotFoundError of the user, UserInactiveError, ExpiryInThePastError */
  async create(
    context: WriteContext,
    { userId, name, expiresAt }: NewKey,
  ): Promise<{ apiKey: ApiKey; key: string }> {
    const now = new Date(this.clock.now());
    if (expiresAt !== undefined && expiresAt <= now) throw new ExpiryInThePastError();
    const parts = mintKey();
    const apiKey = await this.database.transaction(context, async (tx) => {
      await this.users.getActive(tx, userId);
      return tx.save(ApiKey, {
        keyId: parts.keyId,
        userId,
        name,
        secretHash: hashSecret(parts.secret),
        createdAt: now,
        expiresAt: expiresAt ?? null,
        revokedAt: null,
        lastUsedAt: null,
      } as Partial<ApiKey> as ApiKey);
    });
    return { apiKey, key: formatKey(parts) };
  }

  /** Lists all keys or those of one user, oldest first, with whether the user of each is active. @throws NotFoundError */
  async list(userId?: number): Promise<{ readonly apiKey: ApiKey; readonly isUserActive: boolean }[]> {
    const users = await this.users.list();
    if (userId !== undefined && !users.some(({ id }) => id === userId))
      throw new NotFoundError(`user: ${userId}`);
    const active = new Set(users.filter((user) => user.active).map(({ id }) => id));
    const apiKeys = await this.database.manager.find(ApiKey, {
      ...(userId !== undefined && { where: { userId } }),
      order: { id: 'asc' },
    });
    return apiKeys.map((apiKey) => ({ apiKey, isUserActive: active.has(apiKey.userId) }));
  }

  /** Revokes a key for good. A revoked key keeps its first time of revocation. @throws NotFoundError */
  async revoke(context: WriteContext, id: number): Promise<ApiKey> {
    return this.database.transaction(context, async (tx) => {
      const apiKey = found(await tx.findOneBy(ApiKey, { id }), 'API key');
      apiKey.revokedAt ??= new Date(this.clock.now());
      return tx.save(ApiKey, apiKey);
    });
  }

  /** Each request reads the database, so that revocation, expiry and deactivation act at once. @returns `undefined` without a valid key */
  async findCaller(credential: string): Promise<Caller | undefined> {
    const parts = parseKey(credential);
    if (parts === undefined) return undefined;
    const [row] = await this.database.rows<KeyRow>(FIND_LIVE_KEY, [parts.keyId]);
    const isSame = isSameHash(hashSecret(parts.secret), row?.secret_hash ?? NO_HASH);
    const now = this.clock.now();
    if (row === undefined || !isSame || (row.expires_at !== null && row.expires_at.getTime() <= now))
      return undefined;
    if (now - (row.last_used_at?.getTime() ?? 0) >= USE_RESOLUTION) this.recordUse(row.id, now);
    return { userId: row.user_id, apiKeyId: row.id, roles: row.roles };
  }

  /** Runs in parallel with the request, which neither waits for it nor fails with it. */
  private recordUse(id: number, now: number): void {
    this.database.rows(RECORD_USE, [id, new Date(now)]).catch((error: unknown) => {
      this.logger.warn({ err: error, apiKeyId: id }, 'Could not record the use of a key');
    });
  }
}
