import { Logger } from '@nestjs/common';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { isSafe } from '../../platform/config/sign-in-settings';
import type { OutgoingHttp } from '../../platform/outgoing/outgoing-http';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/time/units';
import { isJsonObject, type JsonObject } from '../../platform/values/json-object';
import type { TokenClaims } from './token-claims';

const FETCH = { deadlineMs: 5_000, maxBytes: 1_048_576 };
/** Keys are read again after this time, so that one that the provider withdraws ends. */
const REREAD_MS = 10 * MINUTE_MS;
/** The shortest time between two attempts to read them. Tokens that name unknown keys do not shorten it. */
const COOL_DOWN_MS = 30 * SECOND_MS;
/** How long keys count after the last good read. */
const KEPT_MS = 24 * HOUR_MS;

/** The keys that the provider publishes, and what they have verified. */
export interface KeySet {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  /** By the hash of the token; the oldest first. Ends with the keys. */
  readonly verified: Map<string, TokenClaims>;
}

/** Reads the public keys of the identity provider (OpenID Connect Discovery 1.0, RFC 8414, RFC 7517). */
export class IssuerKeys {
  private readonly logger = new Logger('SignIn');
  private known: (KeySet & { readonly text: string }) | undefined;
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private attempt: Promise<void> | undefined;
  private reason: string | undefined;

  constructor(
    private readonly issuer: string,
    private readonly allowPrivate: Config['webhookAllowPrivate'],
    private readonly clock: Clock,
    private readonly http: Pick<OutgoingHttp, 'get'>,
  ) {}

  /** Why the last attempt failed; undefined: it did not. */
  get fault(): string | undefined {
    return this.reason;
  }

  /** Only the first request waits while the provider is away. @returns undefined: no keys are known, or they are too old */
  async current(): Promise<KeySet | undefined> {
    if (this.age >= REREAD_MS) {
      const attempt = this.read();
      if (this.age >= KEPT_MS || this.reason === undefined) await attempt;
    }
    return this.age < KEPT_MS ? this.known : undefined;
  }

  /** Reads the keys anew, unless that was tried a short time ago. Never fails: `fault` says why it did not work. */
  read(): Promise<void> {
    const now = this.clock.monotonic();
    if (this.attempt === undefined && now - this.triedAt < COOL_DOWN_MS) return Promise.resolve();
    if (this.attempt === undefined) this.triedAt = now;
    return (this.attempt ??= this.fetch().finally(() => (this.attempt = undefined)));
  }

  private get age(): number {
    return this.clock.monotonic() - this.readAt;
  }

  private async fetch(): Promise<void> {
    try {
      const keys = await this.json(await this.addressOfKeys());
      const text = JSON.stringify(keys);
      // What was verified stays, as long as the keys are the same.
      if (text !== this.known?.text)
        this.known = {
          text,
          find: createLocalJWKSet(keys as unknown as JSONWebKeySet),
          verified: new Map(),
        };
      this.readAt = this.clock.monotonic();
      if (this.reason !== undefined) this.logger.log('The identity provider answers again');
      this.reason = undefined;
    } catch (error) {
      const reason = (error as Error).message;
      if (this.reason === undefined) this.logger.warn(`The identity provider gives no keys: ${reason}`);
      this.reason = reason;
    }
  }

  /** @throws Error */
  private async addressOfKeys(): Promise<string> {
    const { jwks_uri: address, issuer } = await this.metadata();
    if (issuer !== this.issuer)
      throw new Error(`its metadata is that of ${JSON.stringify(issuer)}, not of ${this.issuer}`);
    if (typeof address !== 'string' || !isSafe(address, this.allowPrivate))
      throw new Error('its metadata names no address of keys with https');
    return address;
  }

  private async metadata(): Promise<JsonObject> {
    const base = this.issuer.replace(/\/$/, '');
    const { origin, pathname } = new URL(base);
    const path = pathname === '/' ? '' : pathname;
    try {
      return await this.json(`${base}/.well-known/openid-configuration`);
    } catch (error) {
      return await this.json(`${origin}/.well-known/oauth-authorization-server${path}`).catch(() => {
        throw error;
      });
    }
  }

  private async json(url: string): Promise<JsonObject> {
    const { status, body } = await this.http.get(url, FETCH);
    if (status !== 200) throw new Error(`${url} answers ${status}`);
    const read: unknown = JSON.parse(body.toString());
    if (!isJsonObject(read)) throw new Error(`${url} answers no JSON object`);
    return read;
  }
}
