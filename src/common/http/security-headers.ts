import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

// Encryption is the business of the proxy in front: no HSTS, and no upgrade of the plain requests of a machine without one.
const shared = { strictTransportSecurity: false } as const;
const forApi = helmet({
  ...shared,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});
const forDocs = helmet({
  ...shared,
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
});

/** Security headers: nothing may be loaded or framed, but for what Swagger UI needs under \`/docs\`. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  (request.path.startsWith('/docs') ? forDocs : forApi)(request, response, next);
}
