import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Histogram, Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The label of requests that no handler serves: files and unknown paths. */
const NO_ROUTE = 'other';

/** Measures requests by the template of their path. The path itself would make an unlimited number of series. */
@Injectable()
export class RequestMetrics {
  private readonly durations: Histogram<'method' | 'route' | 'status'>;

  constructor(registry: Registry) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer. Status "aborted": the client disconnected before.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_S,
      registers: [registry],
    });
  }

  /** Middleware. It runs first, so that it measures the others too. */
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

/** Express sets it when it finds a handler, also for requests that a guard refuses. */
function routeOf(request: Request): string {
  const route = request.route as { readonly path: string } | undefined;
  return route?.path ?? NO_ROUTE;
}
