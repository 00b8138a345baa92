import type { Request } from 'express';

/** The user whose key a request carries. */
export interface Caller {
  readonly userId: number;
  /** The id of the key's row, for the rate limit and the log; not a secret. */
  readonly apiKeyId: number;
  /** Names of roles; `people/users` defines them. */
  readonly roles: readonly string[];
}

/** The result of authentication: a caller, no credential (`anonymous`), or an invalid one. */
export type Identity =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'invalid' };

export type IdentifiedRequest = Request & { identity?: Identity };

/** The caller of a request, or `undefined` on a public endpoint without a key. */
export function callerOf(request: IdentifiedRequest): Caller | undefined {
  return request.identity?.kind === 'caller' ? request.identity.caller : undefined;
}
