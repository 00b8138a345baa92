import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Histogram, Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The route of everything that no handler serves: files, and whatever else is asked for. */
const NO_ROUTE = 'other';

/** How long requests take, by what was asked for: the template of its path, never the path, of which there is no end. */
@Injectable()
export class RequestMetrics {
  private readonly durations: Histogram<'method' | 'route' | 'status'>;

  constructor(registry: Registry) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer. Status "aborted": the client left before.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_S,
      registers: [registry],
    });
  }

  /** Middleware; the first of them, so that it measures the others too. */
  readonly measure = (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    response.once('close', () => {
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      const labels = { method: request.method, route: routeOf(request), status };
      this.durations.observe(labels, (performance.now() - began) / 1_000);
    });
    next();
  };
}

/** Known once a handler was found, also when a guard has refused the request. */
function routeOf(request: Request): string {
  const route = request.route as { readonly path: string } | undefined;
  return route?.path ?? NO_ROUTE;
}
