import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { CalendarDocument } from '../../telling/calendars/calendars.service';
import { NOT_KEPT, sendCalendar } from '../../telling/calendars/send-calendar';
import { PAGE_STYLE } from './page-style';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** The address of the page is a secret: no cache may store it, no other site learn it or frame it. The page loads nothing. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY.join(';'),
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
} as const;

/** What a handler of the page answers: HTML, or where the browser goes on with a GET. */
export type PageAnswer =
  { readonly status: number; readonly html: string } | { readonly status: 303; readonly location: string };

export function sendPage(response: Response, answer: PageAnswer): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  response.vary('Accept-Language');
  response.statusCode = answer.status;
  if ('location' in answer) {
    response.setHeader('Location', answer.location);
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(answer.html));
  response.end(answer.html);
}

/** The file that "Add to calendar" opens; its address is a secret as that of the page. */
export function sendCalendarFile(response: Response, calendar: CalendarDocument): Promise<void> {
  return sendCalendar(response, calendar, NOT_KEPT);
}
