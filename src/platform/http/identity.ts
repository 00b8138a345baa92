import { createHash } from 'node:crypto';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';
import { isBrowserKey, type Restrictions } from '../restrictions';

/** The user for whom a request carries a key, or a token of the identity provider. */
export interface Caller {
  readonly userId: number;
  /** The id of the key's row, for the audit trail and the log; not a secret. Undefined with a token. */
  readonly apiKeyId: number | undefined;
  /**
   * The id of the first of the keys that took each other's place, which share the rate limit, holds and repeated requests. All tokens of a
   * user share those of one key, which no secret opens.
   */
  readonly originId: number;
  /** Undefined with a key. */
  readonly token?: VerifiedToken;
  /** Null: the roles alone say what the key can do. */
  readonly restrictions: Restrictions | null;
  /** Names of roles; `people/users` defines them. */
  readonly roles: readonly string[];
}

/** What is told of a token of the identity provider. */
export interface VerifiedToken {
  /** Its `jti`; null: it has none. */
  readonly id: string | null;
  /** Epoch ms from which it is refused. */
  readonly endsAt: number;
}

/** The result of authentication: a caller, no credential (`anonymous`), or an invalid one, such as a right token of an unknown person. */
export type Identity =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'invalid'; readonly isStranger?: boolean };

export type IdentifiedRequest = Request & {
  identity?: Identity;
  /** Further parameters of `WWW-Authenticate` in a refusal. */
  challenge?: readonly string[];
  /** Judges the body by what the key is restricted to, once it is read. @throws ForbiddenError */
  judgeBody?: () => void;
};

/** The caller of a request that sees more than what is public; `undefined` without a key, and with a browser key. */
export function viewerOf(request: IdentifiedRequest): Caller | undefined {
  const caller = callerOf(request);
  return caller === undefined || isBrowserKey(caller) ? undefined : caller;
}

/** The caller of a request, or `undefined` on a public endpoint without a key. */
export function callerOf(request: IdentifiedRequest): Caller | undefined {
  return request.identity?.kind === 'caller' ? request.identity.caller : undefined;
}

/**
 * Tells the visitors of a page apart: a digest of their browser key and their address, of IPv6 the /64 of one subscriber. `undefined` with
 * another key, and without one.
 */
export function visitorOf(request: IdentifiedRequest): string | undefined {
  const caller = callerOf(request);
  if (caller === undefined || !isBrowserKey(caller)) return undefined;
  return createHash('sha256')
    .update(`${caller.originId} ${normalizeIp(request.ip ?? '')}`)
    .digest('base64url');
}
