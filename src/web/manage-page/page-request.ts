import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { secretIn } from '../../booking/links/link-token';

/** A request for the page. */
export interface PageRequest {
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
export const RequestedPage = createParamDecorator(
  (_data: unknown, context: ExecutionContext): PageRequest => {
    const request = context.switchToHttp().getRequest<Request<{ token: string }>>();
    const token = secretIn(request.params.token) ?? request.params.token;
    const isBelow = request.path.split('/').length > OVERVIEW_SEGMENTS;
    return {
      token,
      home: isBelow ? `../${token}` : token,
      accepted: request.acceptsLanguages(),
      query: request.query,
    };
  },
);
