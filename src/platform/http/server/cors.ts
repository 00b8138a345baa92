import type { CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface';
import type { Request } from 'express';
import type { Config } from '../../config/config';

/** Paths that pages of other origins may call: the API and its OpenAPI document. */
const OPEN_PATHS = /^\/(api\/v1(\/|$)|docs\/openapi\.(json|yaml)$)/i;

/** The Model Context Protocol: pages of CORS_ORIGINS alone may use it, because no browser key does. */
const MCP_PATH = /^\/mcp$/i;

/** Headers that its clients send beyond those of the API. */
const SENT_TO_MCP = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'];

/** What the page of MANAGE_URL may call. */
const MANAGE_PATHS = /^\/api\/v1\/manage\//i;

/** How long a browser may cache the answer to a preflight, in seconds. */
const PREFLIGHT_AGE_S = 7_200;

/** Headers that a page may set on a request, and read from an answer, beyond those that CORS always allows. */
const SENT = [
  'Altcha',
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

/** Origins that change while the service runs. */
export interface MoreOrigins {
  /** Whether there were any when they were last read. */
  readonly areThereAny: boolean;
  has(origin: string): Promise<boolean>;
}

/**
 * Lets pages of these origins call the API (CORS), and those of `more`; and the page of `manageUrl` what it needs. It answers preflights before authentication and the rate limit,
 * because a browser sends them without the key. Credentials mode is off: a page sends its key as a header, never as a cookie.
 */
export function crossOrigin(
  { corsOrigins: origins, manageUrl }: Pick<Config, 'corsOrigins' | 'manageUrl'>,
  more: MoreOrigins,
): CorsOptionsDelegate<Request> {
  const settings = { allowedHeaders: SENT, exposedHeaders: READ, maxAge: PREFLIGHT_AGE_S };
  const closed = { origin: false };
  const open = { ...settings, origin: origins === '*' ? '*' : [...origins] };
  const managing = manageUrl === undefined ? undefined : new URL(manageUrl).origin;
  // An empty list allows no origin, and says that another origin may get another answer.
  const usual = () => (origins.length > 0 || more.areThereAny ? open : closed);
  return (request, decide) => {
    const { origin } = request.headers;
    if (MCP_PATH.test(request.path))
      decide(null, origins.length > 0 ? { ...open, allowedHeaders: [...SENT, ...SENT_TO_MCP] } : closed);
    else if (!OPEN_PATHS.test(request.path)) decide(null, closed);
    else if (origin !== undefined && origin === managing && MANAGE_PATHS.test(request.path))
      decide(null, { ...settings, origin: [origin] });
    else if (origin === undefined || origins === '*' || origins.includes(origin)) decide(null, usual());
    else
      void more.has(origin).then((isAllowed) => {
        decide(null, isAllowed ? { ...settings, origin: [origin] } : usual());
      });
  };
}
