import type { CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface';
import type { Request } from 'express';
import type { Origins } from '../config/origins';

/** What pages of other origins may call: the API and its document. */
const OPEN_PATHS = /^\/(api\/v1(\/|$)|docs\/openapi\.(json|yaml)$)/i;

/** For how long a browser need not ask again whether it may, in seconds. */
const PREFLIGHT_AGE_S = 7_200;

/** Headers of a request and of an answer that a page may set and read, besides those that it always may. */
const SENT = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
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
];

/**
 * Lets pages of these origins call the API (CORS). A preflight is answered here, before keys are looked at and requests
 * counted: a browser sends it without the key. No credentials mode: a page sends its key as a header, never as a cookie.
 */
export function crossOrigin(origins: Origins): CorsOptionsDelegate<Request> {
  const origin = origins === '*' ? '*' : [...origins];
  const open = { origin, allowedHeaders: SENT, exposedHeaders: READ, maxAge: PREFLIGHT_AGE_S };
  return (request, decide) => {
    decide(null, OPEN_PATHS.test(request.path) ? open : { origin: false });
  };
}
