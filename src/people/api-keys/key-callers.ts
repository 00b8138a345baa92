import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import type { Caller } from '../../platform/http/identity';
import type { Restrictions } from '../../platform/restrictions';
import { MINUTE_MS } from '../../platform/time/units';
import type { Role } from '../users/user.entity';
import { hashSecret, isSameHash, mintKey, OF_TOKENS, parseKey } from './key';

/** What is known of a key when it is used. */
export interface UsedKey {
  readonly id: number;
  readonly last_used_at: Date | null;
}

interface KeyRow extends UsedKey {
  readonly secret_hash: Buffer;
  readonly user_id: number;
  readonly roles: Role[];
  readonly expires_at: Date | null;
  readonly origin_id: number | null;
  readonly restrictions: Restrictions | null;
}

const FIND_LIVE_KEY = {
  name: 'api-keys.find-live',
  isShort: true,
  text: `select k.id, k.secret_hash, k.user_id, u.roles, k.expires_at, k.last_used_at, k.origin_id, k.restrictions
         from api_keys k join users u on u.id = k.user_id
         where k.key_id = $1 and k.revoked_at is null and u.active`,
};
/** The secret of the hash is thrown away, and the id has another form than those of keys that are sent. */
const ISSUE_FOR_TOKENS = {
  name: 'api-keys.issue-for-tokens',
  text: `
    insert into api_keys (key_id, user_id, name, secret_hash, created_at)
    values ('${OF_TOKENS}' || $1::int, $1, 'Tokens of the identity provider', $2, $3) on conflict (key_id) do nothing`,
};
const RECORD_USE = {
  name: 'api-keys.record-use',
  text: 'update api_keys set last_used_at = $2, last_used_from = coalesce($3, last_used_from) where id = $1',
};

/** Shortest time in ms between two updates of a key's last use. An update at each request would be too expensive. */
const USE_RESOLUTION = MINUTE_MS;
/** Stands in for the hash of an unknown key, so that an unknown id takes as long as a wrong secret (bench/keys). */
const NO_HASH = Buffer.alloc(32);

/** Only some requests need it, and Express computes it each time. */
export type AddressOf = () => string | undefined;

/** Finds the callers of requests by their keys. */
@Injectable()
export class KeyCallers {
  private readonly logger = new Logger(KeyCallers.name);

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Each request reads the database, so that revocation, expiry and deactivation act at once. @returns `undefined` without a valid key
   * @param addressOf the address of the client, for the record of the last use
   */
  async findCaller(credential: string, addressOf?: AddressOf): Promise<Caller | undefined> {
    const parts = parseKey(credential);
    if (parts === undefined) return undefined;
    const [row] = await this.database.rows<KeyRow>(FIND_LIVE_KEY, [parts.keyId]);
    const isSame = isSameHash(hashSecret(parts.secret), row?.secret_hash ?? NO_HASH);
    const now = this.clock.now();
    if (row === undefined || !isSame || (row.expires_at !== null && row.expires_at.getTime() <= now))
      return undefined;
    this.noteUse(row, addressOf);
    const { id: apiKeyId, user_id: userId, roles, restrictions, origin_id: originId } = row;
    return { userId, apiKeyId, originId: originId ?? apiKeyId, roles, restrictions };
  }

  /** Runs in parallel with the request, which neither waits for it nor fails with it. */
  noteUse({ id, last_used_at: last }: UsedKey, addressOf?: AddressOf): void {
    const now = this.clock.now();
    if (now - (last?.getTime() ?? 0) < USE_RESOLUTION) return;
    this.database.rows(RECORD_USE, [id, new Date(now), addressOf?.()]).catch((error: unknown) => {
      this.logger.warn({ err: error, apiKeyId: id }, 'Could not record the use of a key');
    });
  }

  /**
   * Makes the key that all tokens of a user share, unless there is one: holds and repeated requests belong to it, and it lists the last use.
   * No secret opens it. Its revocation ends the tokens.
   */
  async issueForTokens(context: WriteContext, userId: number): Promise<void> {
    const hash = hashSecret(mintKey().secret);
    await this.database.transaction(context, (tx) =>
      this.database.rows(ISSUE_FOR_TOKENS, [userId, hash, new Date(this.clock.now())], tx),
    );
  }
}
