import { hash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import type { OutgoingHttp } from '../../platform/outgoing/outgoing-http';
import { IssuerKeys, type KeySet } from './issuer-keys';
import { claimsOf, SKEW_S, type TokenClaims } from './token-claims';

/** Signatures with a private key alone: a client that knows a public key must not be able to sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** RFC 9068, section 2.1, and RFC 7519, section 5.1. Some providers name no type. */
const TYPE = /^(application\/)?(at\+)?jwt$/i;
/** How many verified tokens are kept: each is about 1 kB. */
const MOST_VERIFIED = 5_000;

/** Verifies access tokens of the identity provider (RFC 9068, RFC 8725). A token that was verified costs a hash from then on. */
export class TokenVerifier {
  private readonly keys: IssuerKeys;
  private readonly options: JWTVerifyOptions;

  constructor(
    private readonly config: Config & { readonly oidcIssuer: string },
    private readonly clock: Clock,
    http: OutgoingHttp,
  ) {
    const { oidcIssuer: issuer, oidcAudience, webhookAllowPrivate } = config;
    this.keys = new IssuerKeys(issuer, webhookAllowPrivate, clock, http);
    const audience = [...oidcAudience];
    this.options = {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_S,
      requiredClaims: ['exp'],
    };
  }

  /** Why the keys cannot be read; undefined: they can, or nothing has asked for them yet. */
  get fault(): string | undefined {
    return this.keys.fault;
  }

  /** @returns undefined: the token is not valid, or not any more */
  async verify(token: string): Promise<TokenClaims | undefined> {
    const keys = await this.keys.current();
    if (keys === undefined) return undefined;
    const digest = hash('sha256', token, 'base64');
    const claims = keys.verified.get(digest) ?? (await this.firstRead(token, digest, keys));
    return claims !== undefined && this.clock.now() < claims.token.endsAt ? claims : undefined;
  }

  private async firstRead(token: string, digest: string, keys: KeySet): Promise<TokenClaims | undefined> {
    const payload = await this.payloadOf(token, keys, true);
    const claims = payload && claimsOf(payload, this.config);
    if (claims === undefined) return undefined;
    const { verified } = keys;
    const [oldest] = verified.keys();
    if (oldest !== undefined && verified.size >= MOST_VERIFIED) verified.delete(oldest);
    verified.set(digest, claims);
    return claims;
  }

  /** @param mayRead whether an unknown key may be looked for at the provider */
  private async payloadOf(token: string, keys: KeySet, mayRead: boolean): Promise<JWTPayload | undefined> {
    try {
      const currentDate = new Date(this.clock.now());
      const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
        ...this.options,
        currentDate,
      });
      return TYPE.test(protectedHeader.typ ?? 'JWT') ? payload : undefined;
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayRead) return undefined;
      await this.keys.read();
      const renewed = await this.keys.current();
      return renewed === undefined ? undefined : this.payloadOf(token, renewed, false);
    }
  }
}
