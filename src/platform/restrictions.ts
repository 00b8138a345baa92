/**
 * What a key can do less than the roles of its user allow (docs/reference/access.md). It is fixed when the key is made. A member that is
 * absent restricts nothing.
 */
export interface Restrictions {
  /** Such as `appointments:read`. */
  readonly scopes?: readonly string[];
  /** The IP addresses and blocks of addresses (RFC 4632, RFC 4291) from which it works. */
  readonly allowIp?: readonly string[];
  /** Requests in each window of the rate limit, in the place of RATE_LIMIT. */
  readonly rateLimit?: number;
}
