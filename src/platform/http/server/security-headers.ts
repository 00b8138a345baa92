import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

type Headers = readonly (readonly [name: string, value: string])[];

// The proxy in front terminates TLS. Without one, HSTS or an upgrade to HTTPS would make the service unreachable.
const shared = { strictTransportSecurity: false } as const;
const forApi = headersOf({
  ...shared,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});
const forDocs = headersOf({
  ...shared,
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
});

/** Paths with the secret of a link: no search engine may keep what is there. */
const SECRET_PATHS = /^\/(api\/v1\/manage|m)\//i;

/** Sets security headers. Answers may load and frame nothing, except what Swagger UI needs under `/docs`. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of request.url.startsWith('/docs') ? forDocs : forApi)
    response.setHeader(name, value);
  if (SECRET_PATHS.test(request.url)) response.setHeader('X-Robots-Tag', 'noindex');
  next();
}

/** The headers that helmet sets. They are the same for every request, so its thirteen middlewares run once, at start. */
function headersOf(options: HelmetOptions): Headers {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as never, () => undefined);
  return headers;
}
