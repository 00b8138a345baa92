import { Inject, Injectable } from '@nestjs/common';
import { hashSecret, isSameHash, type KeyParts, mintParts } from '../../../people/api-keys/key';
import { assertOwnOrAdmin } from '../../../people/users/own-record';
import { Clock } from '../../../platform/clock';
import { businessOf } from '../../../platform/config/business';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import type { WriteContext } from '../../../platform/database/write-context';
import type { Caller } from '../../../platform/http/identity';
import { NotFoundError } from '../../../platform/errors/errors';
import { END, type FeedKind, FIND, MAKE } from './feeds.statements';

/** A provider, a location or the business: each has at most one link. */
export interface FeedRef {
  readonly kind: FeedKind;
  readonly id: number;
}

/** Whose feed a link names. */
export interface FeedOwner extends FeedRef {
  readonly name: string;
  /** IANA name. */
  readonly zone: string;
  /** Null: that of the business. */
  readonly language: string | null;
}

interface FeedRow extends FeedOwner {
  readonly secretHash: Buffer;
}

const TOKEN = /^([0-9A-Za-z]{12})([0-9A-Za-z]{43})$/;

/** Stands in for the hash of an unknown token, so that it takes as long as a wrong one. */
const NO_HASH = Buffer.alloc(32);

/** Makes, ends and finds the links to calendars. No other service writes them. */
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
    { kind, id }: FeedRef,
    caller: Caller,
  ): Promise<{ readonly token: string; readonly createdAt: number }> {
    if (kind === 'provider') assertOwnOrAdmin(id, caller, 'Making the link');
    const createdAt = this.clock.now();
    // It has the two parts of an API key: one finds the row, 256 random bits prove the right to read it.
    const parts = mintParts();
    const values = [id, parts.keyId, hashSecret(parts.secret), new Date(createdAt)];
    return this.database.transaction(context, async (tx) => {
      if ((await this.database.rows(MAKE[kind], values, tx)).length === 0) throw new NotFoundError(kind);
      return { token: `${parts.keyId}${parts.secret}`, createdAt };
    });
  }

  /** @throws ForbiddenError for another user's link, NotFoundError when there is none */
  async end(context: WriteContext, { kind, id }: FeedRef, caller: Caller): Promise<number> {
    if (kind === 'provider') assertOwnOrAdmin(id, caller, 'Ending the link');
    return this.database.transaction(context, async (tx) => {
      if ((await this.database.rows(END[kind], [id], tx)).length === 0) throw new NotFoundError('feed');
      return id;
    });
  }

  /** The owner of a link. @throws NotFoundError for a token that is wrong or has ended */
  async owner(token: string): Promise<FeedOwner> {
    const parts = parseToken(token);
    if (parts === undefined) throw new NotFoundError('feed');
    const values = [parts.keyId, this.config.businessTimeZone, businessOf(this.config).name];
    const [row] = await this.database.rows<FeedRow>(FIND, values);
    const isSame = isSameHash(hashSecret(parts.secret), row?.secretHash ?? NO_HASH);
    if (row === undefined || !isSame) throw new NotFoundError('feed');
    return row;
  }
}

function parseToken(text: string): KeyParts | undefined {
  const [, keyId, secret] = TOKEN.exec(text) ?? [];
  return keyId === undefined || secret === undefined ? undefined : { keyId, secret };
}
