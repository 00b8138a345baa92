import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { entityTagOf, namesWeakly } from '../../platform/http/conditional/entity-tag';
import type { CalendarDocument } from './calendars.service';

/** Of a calendar behind a link that is a secret: no cache keeps it. */
export const NOT_KEPT = 'no-store';

/**
 * Sends a calendar piece by piece, at the speed at which the client reads; or a 304 when `If-None-Match` contains its tag. When a piece
 * cannot be made, the connection is closed, so that the client does not take a part for the whole.
 */
export async function sendCalendar(
  response: Response,
  { state, text }: CalendarDocument,
  caching = 'private, no-cache',
): Promise<void> {
  const tag = entityTagOf(state);
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', caching);
  const { method, headers } = response.req;
  const known = headers['if-none-match'];
  if (known !== undefined && namesWeakly(known, tag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', 'text/calendar; charset=utf-8');
  if (method === 'HEAD') response.end();
  else await pipeline(Readable.from(text), response).catch(() => response.destroy());
}
