import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Clock } from '../clock';
import { Page, Reply } from './envelope';

/** Wraps what handlers return into the success envelope (interface, "SuccessEnvelope"). */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly clock: Clock) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((result) => this.wrap(result)));
  }

  private wrap(result: unknown): object {
    if (result instanceof Page) return { data: result.items, meta: this.paginationMeta(result) };
    if (result instanceof Reply) return { data: result.data as unknown, meta: result.meta as object };
    return { data: result };
  }

  private paginationMeta(page: Page<unknown>) {
    return {
      page: page.page,
      per_page: page.perPage,
      total: page.total,
      total_pages: Math.ceil(page.total / page.perPage),
      sort: page.sort,
      timestamp: new Date(this.clock.now()).toISOString(),
    };
  }
}
