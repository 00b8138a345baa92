import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/http/identity';
import { assertPreconditions } from '../../platform/http/preconditions';
import { isBrowserKey, type Reach } from '../../platform/restrictions';
import { Clock } from '../../platform/clock';
import { NotFoundError } from '../../platform/errors/errors';
import { found, lockRow } from '../../platform/database/found';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { Config } from '../../platform/config/config';
import { type EntityManager, IsNull, Like, MoreThan, Not } from 'typeorm';
import { UsersService } from '../users/users.service';
import { ApiKey } from './api-key.entity';
import {
  BrowserKeyError,
  ExpiryInThePastError,
  KeyEndedError,
  KeyRotatedError,
  type MissingId,
  UnknownIdsError,
} from './api-keys.errors';
import { formatKey, hashSecret, mintKey, OF_TOKENS } from './key';
import { KeyAuthors } from './key-authors';
import { beyond } from './key-power';
import { type GivenRestrictions, restrictionsOf } from './restrictions-of';

/** Of the providers $1, the locations $2 and the users $3, those that do not exist. */
const FIND_MISSING = {
  name: 'api-keys.find-missing',
  text: `
    select 'provider' as kind, id from unnest($1::int[]) named (id)
    where not exists (select from users u where u.id = named.id and 'provider' = any (u.roles))
    union all
    select 'location', id from unnest($2::int[]) named (id) where not exists (select from locations l where l.id = named.id)
    union all
    select 'user', id from unnest($3::int[]) named (id) where not exists (select from users u where u.id = named.id)`,
};
export interface NewKey {
  readonly userId: number;
  readonly name: string;
  readonly expiresAt?: Date | null;
  readonly restrictions?: GivenRestrictions | null;
}

/** Who changes a key over the API, and the state of the key that preconditions name. */
export interface KeyEditor {
  readonly caller: Caller;
  compared(apiKey: ApiKey): object;
}

/** The settings of a key to change. An absent one keeps its value. */
export type KeyChange = Partial<Omit<NewKey, 'userId'>>;

/** A new key. Only here is it whole. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly key: string;
}

export interface ListedKey {
  readonly apiKey: ApiKey;
  readonly isUserActive: boolean;
}

/** Issues, changes, rotates, lists and revokes API keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly authors: KeyAuthors,
    private readonly clock: Clock,
  ) {}

  /**
   * @param caller who gives it; undefined: the command line @returns also the whole key, which cannot be read again
   * @throws UnknownIdsError, UserInactiveError, ExpiryInThePastError, BeyondError, ValidationError of the scopes of a browser key
   */
  async create(
    context: WriteContext,
    { userId, name, ...settings }: NewKey,
    caller?: Caller,
  ): Promise<IssuedKey> {
    const { expiresAt = null } = settings;
    const restrictions = restrictionsOf(settings.restrictions ?? {});
    this.assertInFuture(expiresAt);
    return this.database.transaction(context, async (tx) => {
      (await this.authors.of(tx, caller)).assertGives({ restrictions, expiresAt });
      await this.assertFound(tx, restrictions ?? {}, [userId]);
      await this.users.getActive(tx, userId);
      return this.issue(tx, { userId, name, expiresAt, restrictions, originId: null });
    });
  }

  /**
   * A change that makes a key more than it was must leave it within what the caller has; what makes it less is free.
   * @throws NotFoundError, PreconditionFailedError, KeyEndedError, BrowserKeyError, and as `create`
   */
  async change(context: WriteContext, id: number, change: KeyChange, by: KeyEditor): Promise<ApiKey> {
    if (change.expiresAt !== undefined) this.assertInFuture(change.expiresAt);
    return this.database.transaction(context, async (tx) => {
      const author = await this.authors.of(tx, by.caller);
      const apiKey = await this.lockLive(tx, context, id, by);
      const { name = apiKey.name, expiresAt = apiKey.expiresAt } = change;
      const restrictions = restrictionsOf({ ...apiKey.restrictions, ...change.restrictions });
      if (isBrowserKey(apiKey) && !isBrowserKey({ restrictions })) throw new BrowserKeyError();
      if (beyond({ restrictions, expiresAt }, apiKey, this.config.rateLimit).length > 0)
        author.assertGives({ restrictions, expiresAt });
      await this.assertFound(tx, restrictions ?? {}, []);
      return tx.save(ApiKey, Object.assign(apiKey, { name, expiresAt, restrictions }));
    });
  }

  /**
   * Makes a key that takes the place of another, with its user, name, restrictions and expiry. The other one ends after the grace.
   * @param graceMs how long both work @param by who gets it; undefined: the command line
   * @returns the new key, which cannot be read again
   * @throws NotFoundError, PreconditionFailedError, KeyEndedError, KeyRotatedError, UserInactiveError, BeyondError
   */
  async rotate(context: WriteContext, id: number, graceMs: number, by?: KeyEditor): Promise<IssuedKey> {
    const now = this.clock.now();
    return this.database.transaction(context, async (tx) => {
      const author = await this.authors.of(tx, by?.caller);
      const { userId, name, restrictions, ...old } = await this.lockLive(tx, context, id, by);
      await this.users.getActive(tx, userId);
      const originId = old.originId ?? id;
      const successor = await tx.findOneBy(ApiKey, { originId, id: MoreThan(id) });
      if (successor !== null) throw new KeyRotatedError(id, successor.id);
      const settings = { restrictions, expiresAt: old.expiresAt };
      author.assertGives(settings);
      const issued = await this.issue(tx, { userId, name, ...settings, originId });
      const end = new Date(now + graceMs);
      if (old.expiresAt === null || end < old.expiresAt) await tx.update(ApiKey, { id }, { expiresAt: end });
      return issued;
    });
  }

  /**
   * Callers of the API do not find a key that was revoked, nor what stands for the tokens of a user.
   * @throws NotFoundError, PreconditionFailedError
   */
  private async lock(
    tx: EntityManager,
    context: WriteContext,
    id: number,
    by: KeyEditor | undefined,
  ): Promise<ApiKey> {
    const listed = { revokedAt: IsNull(), keyId: Not(Like(`${OF_TOKENS}%`)) };
    const apiKey = await lockRow(tx, ApiKey, { id, ...(by && listed) }, 'API key');
    if (by !== undefined) await assertPreconditions(context, () => by.compared(apiKey));
    return apiKey;
  }

  /** A key that works, for a change. @throws KeyEndedError, and as `lock` */
  private async lockLive(...of: Parameters<ApiKeysService['lock']>): Promise<ApiKey> {
    const apiKey = await this.lock(...of);
    const { id, keyId, revokedAt, expiresAt } = apiKey;
    if (keyId.startsWith(OF_TOKENS)) throw new NotFoundError('API key');
    if (revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= this.clock.now()))
      throw new KeyEndedError(id);
    return apiKey;
  }

  /** @throws ExpiryInThePastError */
  private assertInFuture(expiresAt: Date | null): void {
    if (expiresAt !== null && expiresAt.getTime() <= this.clock.now()) throw new ExpiryInThePastError();
  }

  /** @throws UnknownIdsError */
  private async assertFound(
    tx: EntityManager,
    { providers = [], locations = [] }: Reach,
    users: readonly number[],
  ): Promise<void> {
    const missing = await this.database.rows<MissingId>(FIND_MISSING, [providers, locations, users], tx);
    if (missing.length > 0) throw new UnknownIdsError(missing);
  }

  private async issue(
    tx: EntityManager,
    settings: Pick<ApiKey, 'userId' | 'name' | 'expiresAt' | 'restrictions' | 'originId'>,
  ): Promise<IssuedKey> {
    const parts = mintKey();
    const apiKey = await tx.save(ApiKey, {
      ...settings,
      keyId: parts.keyId,
      secretHash: hashSecret(parts.secret),
      createdAt: new Date(this.clock.now()),
      revokedAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
    } as Partial<ApiKey> as ApiKey);
    return { apiKey, key: formatKey(parts) };
  }

  /** Reads a key, and whether its user is active. @throws NotFoundError */
  async get(id: number): Promise<ListedKey> {
    const apiKey = found(await this.database.manager.findOneBy(ApiKey, { id }), 'API key');
    const users = await this.users.list();
    return { apiKey, isUserActive: users.some((user) => user.id === apiKey.userId && user.active) };
  }

  /** Lists all keys or those of one user, oldest first, with whether the user of each is active. @throws NotFoundError */
  async list(userId?: number): Promise<ListedKey[]> {
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

  /**
   * Revokes a key for good, also one that can do more than the key of the request. A revoked key keeps its first time of revocation.
   * @param by undefined: the command line @throws NotFoundError, PreconditionFailedError
   */
  async revoke(context: WriteContext, id: number, by?: KeyEditor): Promise<ApiKey> {
    return this.database.transaction(context, async (tx) => {
      const apiKey = await this.lock(tx, context, id, by);
      const revokedAt = apiKey.revokedAt ?? new Date(this.clock.now());
      return tx.save(ApiKey, Object.assign(apiKey, { revokedAt }));
    });
  }
}
