import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** A request with the id that its answer and its log lines carry. */
export type TrackedRequest = Request & { id: string };

/** No API key among them: the id goes to the log. */
const SANE_ID = /^(?!.*xsk_)[\w.:-]{1,128}$/i;

/** Sets the request's id, a well-formed incoming `X-Request-Id` or a new one, and returns it in the answer. */
export function trackRequest(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  (request as TrackedRequest).id = id;
  response.setHeader('X-Request-Id', id);
  next();
}
