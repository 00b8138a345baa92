import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { tokenIn } from '../../booking/links/link-token';

/** A request for the page. */
export interface PageVisit {
  readonly token: string;
  /** Where links to the overview lead. Relative: a proxy may serve the page below a path of its own. */
  readonly home: string;
  /** The languages of the browser, the best first. */
  readonly accepted: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
}

/** Of `/m/{token}`, with the empty one before it. */
const OVERVIEW_SEGMENTS = 3;

/** Parameter decorator: the request for the page. */
export const Visit = createParamDecorator((_data: unknown, context: ExecutionContext): PageVisit => {
  const request = context.switchToHttp().getRequest<Request<{ token: string }>>();
  const token = tokenIn(request.params.token) ?? request.params.token;
  const isBelow = request.path.split('/').length > OVERVIEW_SEGMENTS;
  return {
    token,
    home: isBelow ? `../${token}` : token,
    accepted: request.acceptsLanguages(),
    query: request.query,
  };
});
