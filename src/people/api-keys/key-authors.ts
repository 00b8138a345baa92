import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { UnauthenticatedError } from '../../platform/errors/errors';
import type { Caller } from '../../platform/http/identity';
import { BeyondError } from './api-keys.errors';
import { beyond, type KeyPower, WHOLE } from './key-power';

/**
 * The key of a caller as it is now; no row when it has ended, or its user is no administrator any more. The locks make its end wait. The
 * user comes first, as in a deactivation. Values: the key, its user, whether the roles of the user count, now.
 */
const FIND = {
  name: 'api-keys.find-author',
  text: `
    with author as materialized (
      select id from users where id = $2 and active and (not $3 or 'admin' = any (roles)) for share
    )
    select k.restrictions, k.expires_at as "expiresAt" from api_keys k join author on author.id = k.user_id
    where k.id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $4) for share of k`,
};

/** Who makes or changes a key or a user. */
export interface Author {
  /** @throws BeyondError of what a key could do that the author cannot */
  assertGives(power: KeyPower): void;
  /** Roles act with every key of the user, so only a key that is in no way less than its own user gives them. @throws BeyondError */
  assertGivesRoles(): void;
}

/** The operator on the command line, who has the database. */
const OPERATOR: Author = { assertGives: () => undefined, assertGivesRoles: () => undefined };

/** Finds what the caller of a change of keys or users may give. */
@Injectable()
export class KeyAuthors {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Call it before the transaction locks keys or users. @param caller undefined: the command line @throws UnauthenticatedError */
  async of(tx: EntityManager, caller: Caller | undefined): Promise<Author> {
    if (caller === undefined) return OPERATOR;
    const own = await this.powerOf(tx, caller);
    const { rateLimit } = this.config;
    return {
      assertGives: (power) => {
        const options = beyond(power, own, rateLimit);
        if (options.length > 0) throw new BeyondError(options);
      },
      assertGivesRoles: () => {
        if (beyond(WHOLE, own, rateLimit).length > 0) throw new BeyondError(['roles']);
      },
    };
  }

  /** A token is a key that ends with it. @throws UnauthenticatedError */
  private async powerOf(tx: EntityManager, caller: Caller): Promise<KeyPower> {
    const { userId, apiKeyId, originId, token, restrictions } = caller;
    const hasOwnRoles = token === undefined || this.config.oidcRolesClaim === undefined;
    const isByRoles = hasOwnRoles && caller.roles.includes('admin');
    const values = [apiKeyId ?? originId, userId, isByRoles, new Date(this.clock.now())];
    const [row] = await this.database.rows<KeyPower>(FIND, values, tx);
    if (row === undefined) throw new UnauthenticatedError();
    return token === undefined ? row : { restrictions, expiresAt: new Date(token.endsAt) };
  }
}
