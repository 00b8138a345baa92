import type { CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface';
import type { Request } from 'express';
import type { Origins } from '../../config/origins';

/** Paths that pages of other origins may call: the API and its OpenAPI document. */
const OPEN_PATHS = /^\/(api\/v1(\/|$)|docs\/openapi\.(json|yaml)$)/i;

/** How long a browser may cache the answer to a preflight, in seconds. */
const PREFLIGHT_AGE_S = 7_200;

/** Headers that a page may set on a request, and read from an answer, beyond those that CORS always allows. */
const SENT = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'X-Request-Id',
];
const READ = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Preference-Applied',
];

/**
 * Lets pages of these origins call the API (CORS). It answers preflights before authentication and the rate limit, because a
 * browser sends them without the key. Credentials mode is off: a page sends its key as a header, never as a cookie.
 */
export function crossOrigin(origins: Origins): CorsOptionsDelegate<Request> {
  const origin = origins === '*' ? '*' : [...origins];
  const open = { origin, allowedHeaders: SENT, exposedHeaders: READ, maxAge: PREFLIGHT_AGE_S };
  return (request, decide) => {
    decide(null, OPEN_PATHS.test(request.path) ? open : { origin: false });
  };
}
