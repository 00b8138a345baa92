/**
 * What went wrong, in words of the domain. The filter alone knows the HTTP status of each.
 *
 * - `malformed`: not readable at all; `too_large`, `unsupported_type`: a body that is refused unread
 * - `unauthenticated`, `forbidden`, `rate_limited`: the caller may not
 * - `not_found`: the thing the path names does not exist
 * - `conflict`: something else that is under way stands in its way
 * - `precondition_failed`: it is not in the state that the request is meant for
 * - `invalid`: the input has faults; `details` maps field paths to messages
 * - `refused`: well-formed input that a rule refuses; `details.reason` names the rule
 * - `unavailable`: something the service needs is away, and will be back
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

/** The closed set of codes that an error answer carries (interface, "Errors"; decisions, section 8). */
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

/** Base of every error that a caller is told about. `message` and `details` are sent; `cause` is only logged. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: ErrorCode;
  readonly details?: unknown;
  /** Seconds after which the same request may succeed, for `Retry-After`. */
  readonly retryAfterS?: number;
}
