import express, { type Express, Router } from 'express';

/** The beginning of a path that names a resource: `/api/v1/services`. */
const RESOURCE = /^\/api\/v1\/[^/:*{]+(?=\/|$)/i;

/**
 * An application of Express with a router for each resource. A router compares a path with one route after the other, and the service has
 * hundreds; so it compares only with those of the resource that the path names.
 */
export function routedByResource(): Express {
  // Otherwise `/services/13/` would be another name of `/services/13`.
  const app = express().enable('strict routing');
  const routers = new Map<string, Router>();
  const routeOfApp = app.route.bind(app);
  app.route = (path: string) => {
    const resource = resourceOf(path);
    if (resource === undefined) return routeOfApp(path);
    if (routers.size === 0)
      app.use((request, response, next) => {
        const router = routers.get(resourceOf(request.path) ?? '');
        // A router answers OPTIONS by itself, at its end; here it is a method without a handler, which is not found.
        if (router === undefined || request.method === 'OPTIONS') next();
        else router(request, response, next);
      });
    const router = routers.get(resource) ?? Router({ strict: true });
    routers.set(resource, router);
    return router.route(path);
  };
  return app;
}

/** In small letters: the case of a path makes no difference. */
function resourceOf(path: string): string | undefined {
  return RESOURCE.exec(path)?.[0].toLowerCase();
}
