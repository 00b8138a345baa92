import type { Request } from 'express';

/** Who holds the key of a request. */
export interface Caller {
  readonly userId: number;
  /** The id of the key's row, for counting and logging; not a secret. */
  readonly apiKeyId: number;
  /** Names of roles; which there are is for `people/users` to say. */
  readonly roles: readonly string[];
}

/** What the guard found out about a request: a caller, nobody, or somebody with a credential that is not valid. */
export type Identity =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'wrong' };

export type IdentifiedRequest = Request & { identity?: Identity };

/** The caller of a request, or `undefined` on a public endpoint without a key. */
export function callerOf(request: IdentifiedRequest): Caller | undefined {
  return request.identity?.kind === 'caller' ? request.identity.caller : undefined;
}
