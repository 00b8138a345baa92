import { Inject, Injectable } from '@nestjs/common';
import { hashSecret, isSameHash } from '../../../people/api-keys/key';
import { assertOwnOrAdmin } from '../../../people/users/own-record';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database, type Statement } from '../../../platform/database/database';
import type { WriteContext } from '../../../platform/database/write-context';
import type { Caller } from '../../../platform/http/identity';
import { NotFoundError } from '../../../platform/errors/errors';
import { formatToken, mintToken, parseToken } from './feed-token';

/** The provider whose feed a link names. */
export interface FeedOwner {
  readonly providerId: number;
  readonly name: string;
  /** IANA name. */
  readonly zone: string;
}

interface FeedRow extends FeedOwner {
  readonly secretHash: Buffer;
}

/** A new link takes the place of the one before. */
const MAKE: Statement = {
  name: 'feeds.make',
  text: `
    insert into provider_feeds (id, key_id, secret_hash, created_at)
    select id, $2, $3, $4 from providers where id = $1
    on conflict (id) do update
      set key_id = excluded.key_id, secret_hash = excluded.secret_hash, created_at = excluded.created_at
    returning id`,
};
const END: Statement = { name: 'feeds.end', text: 'delete from provider_feeds where id = $1 returning id' };
/** $2 is the time zone of the business. The link of a deactivated provider is not answered, as its keys are not. */
const FIND: Statement = {
  name: 'feeds.find',
  text: `
    select f.id as "providerId", f.secret_hash as "secretHash", u.name, coalesce(p.timezone, $2) as zone
    from provider_feeds f join providers p on p.id = f.id join users u on u.id = f.id
    where f.key_id = $1 and u.active`,
};
/** Stands in for the hash of an unknown token, so that it takes as long as a wrong one. */
const NO_HASH = Buffer.alloc(32);

/** Makes, ends and finds the links to the calendars of providers. No other service writes them. */
@Injectable()
export class FeedsService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Ends an earlier link. @returns the token, shown only now, and epoch ms @throws ForbiddenError of another user's link, NotFoundError */
  async make(
    context: WriteContext,
    providerId: number,
    caller: Caller,
  ): Promise<{ readonly token: string; readonly createdAt: number }> {
    assertOwnOrAdmin(providerId, caller, 'Making the link');
    const createdAt = this.clock.now();
    const parts = mintToken();
    const values = [providerId, parts.keyId, hashSecret(parts.secret), new Date(createdAt)];
    return this.database.transaction(context, async (tx) => {
      if ((await this.database.rows(MAKE, values, tx)).length === 0) throw new NotFoundError('provider');
      return { token: formatToken(parts), createdAt };
    });
  }

  /** @throws ForbiddenError for another user's link, NotFoundError when the provider has no link */
  async end(context: WriteContext, providerId: number, caller: Caller): Promise<number> {
    assertOwnOrAdmin(providerId, caller, 'Ending the link');
    return this.database.transaction(context, async (tx) => {
      if ((await this.database.rows(END, [providerId], tx)).length === 0) throw new NotFoundError('feed');
      return providerId;
    });
  }

  /** The owner of a link. @throws NotFoundError for a token that is wrong or has ended */
  async owner(token: string): Promise<FeedOwner> {
    const parts = parseToken(token);
    if (parts === undefined) throw new NotFoundError('feed');
    const values = [parts.keyId, this.config.businessTimeZone];
    const [row] = await this.database.rows<FeedRow>(FIND, values);
    const isSame = isSameHash(hashSecret(parts.secret), row?.secretHash ?? NO_HASH);
    if (row === undefined || !isSame) throw new NotFoundError('feed');
    return row;
  }
}
