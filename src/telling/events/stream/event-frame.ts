import type { EventResponse } from '../dto/event.response';

/** An event as Server-Sent Events write it: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export function frameOf(event: EventResponse): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/**
 * A comment, which keeps proxies from closing the connection. The id says how far the client has come, also past events that its
 * filters leave out; without `data` it is no event.
 */
export function markOf(cursor: number): string {
  return `: open\nid: ${cursor}\n\n`;
}
