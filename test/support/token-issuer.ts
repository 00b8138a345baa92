import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import type { Restrictions } from '../../src/platform/restrictions';
import { START } from './settable-clock';

export const AUDIENCE = 'https://booking.example.com/mcp';

/** Who vouches for the callers of a walk: their keys, or the tokens of an identity provider. */
export const VOUCHERS = ['key', 'token'] as const;
export type Voucher = (typeof VOUCHERS)[number];

export interface SigningKey {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly publicKey: JWK;
}

/**
 * The public face of an identity provider: its metadata, its keys, and tokens with any claims. `oidc-provider.mjs` is a whole provider; this
 * one also signs what no whole one would.
 */
export class TokenIssuer {
  /** The keys that it publishes. */
  published: JWK[] = [];
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** What it answers instead of its metadata and keys. */
  fault: number | undefined;
  /** What its metadata says instead. */
  metadata: object = {};
  /** Other paths by which it answers, with the paths that they stand for. */
  paths: Readonly<Record<string, string>> = {};
  private current: SigningKey | undefined;
  private readonly server = createServer((request, response) => {
    this.asked.push(request.url ?? '');
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': {
        issuer: this.url,
        jwks_uri: `${this.url}/keys`,
        ...this.metadata,
      },
      '/keys': { keys: this.published },
    };
    const path = request.url ?? '';
    const answer = answers[this.paths[path] ?? path];
    response.writeHead(this.fault ?? (answer === undefined ? 404 : 200)).end(JSON.stringify(answer ?? {}));
  });

  static async start(): Promise<TokenIssuer> {
    const issuer = new TokenIssuer();
    issuer.server.listen(0, '127.0.0.1');
    await once(issuer.server, 'listening');
    await issuer.rotate();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get key(): SigningKey {
    if (this.current === undefined) throw new Error('the issuer has no key');
    return this.current;
  }

  /** The settings of a service that takes its tokens. */
  settings(others: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { OIDC_ISSUER: this.url, OIDC_AUDIENCE: `other,${AUDIENCE}`, OIDC_USER_CLAIM: 'sub', ...others };
  }

  /** Makes a key, publishes it alone, and signs with it from then on. */
  async rotate(alg = 'ES256'): Promise<SigningKey> {
    this.current = await signingKey(alg);
    this.published = [this.current.publicKey];
    return this.current;
  }

  /** Signs a token of an hour from the start of the clock of the tests on. A claim or member of the header that is undefined is left out. */
  async sign(claims: JWTPayload = {}, header: object = {}, key = this.key): Promise<string> {
    const now = Date.parse(START) / 1_000;
    const all = { iss: this.url, aud: AUDIENCE, iat: now, exp: now + 3_600, ...claims };
    return new SignJWT(all)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  /** The token of a user by the e-mail address, which is restricted as a key would be. */
  tokenOf(email: string, { scopes, providers, locations, hide }: Restrictions = {}): Promise<string> {
    return this.sign({
      sub: email,
      ...(scopes && { scope: scopes.join(' ') }),
      ...(providers && { scheduling_providers: providers }),
      ...(locations && { scheduling_locations: locations }),
      ...(hide && { scheduling_hide: hide }),
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

let count = 0;

export async function signingKey(
  alg: string,
  named: { readonly kid?: string | undefined } = {},
): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = 'kid' in named ? named.kid : `key-${++count}`;
  return { alg, kid, privateKey, publicKey: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}
