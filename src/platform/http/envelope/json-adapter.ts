import type { Request, Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Clock } from '../../clock';
import { entityTagOf, namesWeakly } from '../entity-tag';
import { envelopeOf, ResourceReply } from './envelope';

/** The client may cache a resource, but must revalidate it on each use. Shared caches must not store it. */
const CACHING = 'private, no-cache';
/** Answers without a tag are not cached: the next write outdates them, and they hold personal data. */
const NO_CACHING = 'no-store';

/**
 * Writes what handlers return, in the success envelope. Here rather than in an interceptor, which costs each request about a
 * tenth of its time, and without all that Express looks at before it sends an answer.
 */
export class JsonAdapter extends ExpressAdapter {
  constructor(private readonly clock: Clock) {
    super();
  }

  override reply(response: Response, result: unknown, status?: number): void {
    if (status !== undefined) response.statusCode = status;
    if (result instanceof ResourceReply) sendResource(response, result);
    else send(response, NO_CACHING, JSON.stringify(envelopeOf(result, this.clock.now())));
  }
}

/**
 * With its entity tag; to a reader who has that state already, a 304 (RFC 9110, sections 8.8.3 and 13.1.2). The resource is
 * made into text once, for its tag and to be sent.
 */
function sendResource(response: Response, { data, hiddenState }: ResourceReply<unknown>): void {
  const json = JSON.stringify(data);
  const tag = entityTagOf(json + hiddenState);
  response.setHeader('ETag', tag);
  const { method, headers } = response.req as Request;
  const isRead = method === 'GET' || method === 'HEAD';
  const known = headers['if-none-match'];
  if (isRead && known !== undefined && namesWeakly(known, tag)) {
    response.setHeader('Cache-Control', CACHING);
    response.statusCode = 304;
    response.end();
    return;
  }
  send(response, isRead ? CACHING : NO_CACHING, `{"data":${json}}`);
}

function send(response: Response, caching: string, body: string): void {
  response.setHeader('Cache-Control', caching);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
