import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

type Headers = readonly (readonly [name: string, value: string])[];

// Encryption is the business of the proxy in front: no HSTS, and no upgrade of the plain requests of a machine without one.
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

/** Security headers: nothing may be loaded or framed, but for what Swagger UI needs under `/docs`. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of request.url.startsWith('/docs') ? forDocs : forApi)
    response.setHeader(name, value);
  next();
}

/** What helmet sets, which is the same for every request: asked once, rather than by thirteen middlewares each time. */
function headersOf(options: HelmetOptions): Headers {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as never, () => undefined);
  return headers;
}
