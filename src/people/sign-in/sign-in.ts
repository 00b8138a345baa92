import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { Statement } from '../../platform/database/statement';
import type { Identity } from '../../platform/http/identity';
import { HostLookup } from '../../platform/outgoing/host-lookup';
import { OutgoingHttp } from '../../platform/outgoing/outgoing-http';
import { type AddressOf, KeyCallers, type UsedKey } from '../api-keys/key-callers';
import type { Role } from '../users/user.entity';
import { EmailTakenError, SubjectTakenError } from '../users/users.errors';
import { UsersService } from '../users/users.service';
import type { TokenClaims } from './token-claims';
import type { TokenVerifier } from './token-verifier';

const SELECT = `
  select u.id as "userId", u.active, u.roles, k.id, k.last_used_at,
    k.revoked_at is null as "isKept", k.expires_at as "expiresAt"
  from users u left join api_keys k on k.key_id = 'tokens-' || u.id`;
const BY_EMAIL = `lower(u.email collate "und-x-icu") = lower($1 collate "und-x-icu")`;
/** The user with an e-mail address, $1. */
const FIND_BY_EMAIL: Statement = {
  name: 'sign-in.find-by-email',
  isShort: true,
  text: `${SELECT} where ${BY_EMAIL}`,
};
/** The user with a subject, $1, or else with it as the e-mail address. */
const FIND_BY_SUBJECT: Statement = {
  name: 'sign-in.find-by-subject',
  isShort: true,
  text: `${SELECT} where u.subject = $1 or ${BY_EMAIL} order by u.subject = $1 desc nulls last limit 1`,
};

/** A user, and the key that all tokens of the user share. */
interface UserRow extends Omit<UsedKey, 'id'> {
  /** Of the key; null: no token has come yet. */
  readonly id: number | null;
  readonly userId: number;
  readonly active: boolean;
  readonly roles: readonly Role[];
  /** Whether the key was not revoked. */
  readonly isKept: boolean;
  readonly expiresAt: Date | null;
}

const STRANGER: Identity = { kind: 'invalid', isStranger: true };

/**
 * Takes the access tokens of the identity provider that the company has (docs/guide/sign-in.md). The library that verifies them is loaded by
 * the first token, and never without OIDC_ISSUER.
 */
@Injectable()
export class SignIn implements OnApplicationShutdown {
  private verifier: Promise<TokenVerifier> | undefined;
  private loaded: TokenVerifier | undefined;
  private http: OutgoingHttp | undefined;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly keys: KeyCallers,
  ) {}

  /** Why the provider gives no keys; undefined: it does, or no token has come yet. */
  get fault(): string | undefined {
    return this.loaded?.fault;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http?.onApplicationShutdown();
  }

  /** The database is read each time, so that a deactivation acts at once. */
  async identify(token: string, addressOf?: AddressOf): Promise<Identity> {
    const { oidcIssuer } = this.config;
    if (oidcIssuer === undefined) return { kind: 'invalid' };
    const verifier = await (this.verifier ??= this.load(oidcIssuer));
    const claims = await verifier.verify(token);
    if (claims === undefined) return { kind: 'invalid' };
    const row = await this.userOf(claims);
    if (row?.active !== true) return STRANGER;
    const { id: originId, userId, last_used_at, isKept, expiresAt } = row;
    const hasEnded = expiresAt !== null && expiresAt.getTime() <= this.clock.now();
    if (originId === null || !isKept || hasEnded) return { kind: 'invalid' };
    this.keys.noteUse({ id: originId, last_used_at }, addressOf);
    const { roles = row.roles, restrictions, token: verified } = claims;
    const caller = { userId, apiKeyId: undefined, originId, token: verified, roles, restrictions };
    return { kind: 'caller', caller };
  }

  /** Never sends to other addresses than those of the provider, which the operator has chosen: it may be in the own network. */
  private async load(oidcIssuer: string): Promise<TokenVerifier> {
    const { TokenVerifier: Verifier } = await import('./token-verifier.js');
    this.http = new OutgoingHttp({ webhookAllowPrivate: 'on', webhookAllowPorts: '*' }, new HostLookup());
    return (this.loaded = new Verifier({ ...this.config, oidcIssuer }, this.clock, this.http));
  }

  /** The user whom a token names, who has a key for the tokens; undefined: there is none. */
  private async userOf(claims: TokenClaims): Promise<UserRow | undefined> {
    const { user } = claims;
    if (user === undefined) return undefined;
    const row = (await this.find(user)) ?? (await this.created(claims, user));
    if (row?.active !== true || row.id !== null) return row;
    const context = { via: 'oidc', userId: row.userId, tokenId: claims.token.id } as const;
    await this.keys.issueForTokens(context, row.userId);
    return this.find(user);
  }

  private async find(user: string): Promise<UserRow | undefined> {
    const statement = this.config.oidcUserClaim === 'email' ? FIND_BY_EMAIL : FIND_BY_SUBJECT;
    const [row] = await this.database.rows<UserRow>(statement, [user]);
    return row;
  }

  /** Of two requests at a time one creates the user; both find it. */
  private async created({ token, name }: TokenClaims, user: string): Promise<UserRow | undefined> {
    const { oidcCreateUsers: roles, oidcUserClaim } = this.config;
    if (roles.length === 0) return undefined;
    const naming = oidcUserClaim === 'email' ? { email: user } : { email: null, subject: user };
    try {
      await this.database.transaction({ via: 'oidc', tokenId: token.id }, (tx) =>
        this.users.create(tx, { name: name ?? user, ...naming, roles }),
      );
    } catch (error) {
      if (!(error instanceof EmailTakenError || error instanceof SubjectTakenError)) throw error;
    }
    return this.find(user);
  }
}
