import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { DatabaseConnection } from '../../platform/database/connection/connection';
import { Links } from '../../platform/http/envelope/links';
import {
  formatToken,
  isTokenOf,
  type KnownLink,
  type LinkKind,
  readToken,
  type SentToken,
} from './link-token';

const SELECT_KEY = 'select link_key as key from instance';

/** How many links of each kind are remembered, each in about 200 bytes. */
const MOST_SIGNED = 20_000;

interface Signed extends KnownLink {
  readonly url: string;
}

/** Where a link of MANAGE_URL has its token. */
const PLACE = '{token}';

/**
 * Signs the links by which customers manage what they have booked. The key is in the database, so that all processes share it and links
 * outlive a restart. It never changes, so a process reads it once, when the database opens: answers are made without waiting.
 */
@Injectable()
export class ManageLinks extends Links {
  private key: Buffer | undefined;
  private readonly signed: Readonly<Record<LinkKind, Map<number, Signed>>> = {
    appointment: new Map(),
    series: new Map(),
    visit: new Map(),
    waitlist: new Map(),
  };
  private readonly beforeToken: string;
  private readonly afterToken: string;

  constructor(@Inject(Config) config: Config, connection: DatabaseConnection) {
    super();
    [this.beforeToken = '', this.afterToken = ''] = manageUrlOf(config).split(PLACE);
    connection.readFirst(async (dataSource) => {
      const [row] = await dataSource.query<{ key: Buffer }[]>(SELECT_KEY);
      this.key = row?.key;
    });
  }

  /** Lists show the same rows again and again: to sign a link takes 4 µs, to find what was signed before 0.1 µs. */
  urlOf(link: KnownLink): string {
    const signed = this.signed[link.kind];
    const known = signed.get(link.id);
    if (known?.linkCounter === link.linkCounter && known.holderId === link.holderId) return known.url;
    const url = this.urlWith(this.tokenOf(link));
    if (signed.size >= MOST_SIGNED) signed.clear();
    signed.set(link.id, { ...link, url });
    return url;
  }

  /** The secret part of a link. */
  tokenOf(link: KnownLink): string {
    return formatToken(this.knownKey(), link);
  }

  urlWith(token: string): string {
    return `${this.beforeToken}${token}${this.afterToken}`;
  }

  /** A digest of the link of another system. It has the key of this installation: without it, links cannot be tried against digests. */
  digestOf(oldLink: string): string {
    return createHmac('sha256', this.knownKey()).update(`old link ${oldLink}`).digest('base64url');
  }

  /** @returns undefined for a text that is no token */
  read(token: string): SentToken | undefined {
    return readToken(token);
  }

  /** Whether the token was made for this link, and not ended since. */
  isOf(token: SentToken, link: KnownLink): boolean {
    return isTokenOf(this.knownKey(), token, link);
  }

  private knownKey(): Buffer {
    if (this.key === undefined) throw new Error('a link was made before the database was open');
    return this.key;
  }
}

/** Its origin never depends on a request: the client writes `Host`. */
function manageUrlOf({ manageUrl, publicUrl, port }: Config): string {
  return manageUrl ?? `${publicUrl ?? `http://localhost:${port}`}/m/${PLACE}`;
}
