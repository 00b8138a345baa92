import type { Type } from '@nestjs/common';

/**
 * The class of an error, in terms of the domain. Only the error filter knows the HTTP status of each.
 *
 * - `malformed`: the request cannot be read; `too_large`, `unsupported_type`: its body is refused unread
 * - `unauthenticated`, `forbidden`, `rate_limited`: the caller may not do this
 * - `not_found`: the path names a thing that does not exist
 * - `conflict`: another request in progress prevents this one
 * - `precondition_failed`: the resource is not in the state that the request names
 * - `invalid`: the input has faults; `details` maps field paths to messages
 * - `refused`: a rule refuses well-formed input; `details.reason` names the rule
 * - `unavailable`: the service lacks something for now, such as its database; the same request may succeed later
 */
export type ErrorKind =
  | 'malformed'
  | 'too_large'
  | 'unsupported_type'
  | 'unauthenticated'
  | 'forbidden'
  | 'rate_limited'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'invalid'
  | 'refused'
  | 'unavailable';

/** The closed set of codes that an error answer carries (docs/reference/errors.md). */
export const ERROR_CODES = [
  'unauthorized',
  'forbidden',
  'rate_limited',
  'NOT_FOUND',
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'UNPROCESSABLE_ENTITY',
  'SERVER_ERROR',
  'appointments_exist',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Base of every error that is answered to a caller. `message` and `details` are sent; `cause` is only logged. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: ErrorCode;
  readonly details?: unknown;
  /** The classes of the objects in members of `details`: what a key hides in their answers is hidden here. */
  readonly classes?: Readonly<Record<string, Type<object>>>;
  /** Seconds after which the same request may succeed, for `Retry-After`. */
  readonly retryAfterS?: number;
}
