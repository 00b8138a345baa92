import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse, headers: IncomingHttpHeaders) => void;

/** Publishes a calendar, which a test sets. */
export class CalendarServer {
  answer: Answer = (response) => response.writeHead(404).end();
  readonly requests: IncomingHttpHeaders[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<CalendarServer> {
    const server = createServer((request, response) => {
      started.requests.push(request.headers);
      started.answer(response, request.headers);
    });
    const started = new CalendarServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/busy.ics`;
  }

  /** Answers with events, each the lines of one, and an `ETag` that the next request may name. */
  publish(events: readonly string[], etag?: string): void {
    const vevents = events.flatMap((lines) => ['BEGIN:VEVENT', ...lines.split('\n'), 'END:VEVENT']);
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...vevents, 'END:VCALENDAR', ''].join('\r\n');
    this.answer = (response, headers) => {
      const isKnown = etag !== undefined && headers['if-none-match'] === etag;
      response.writeHead(isKnown ? 304 : 200, etag === undefined ? {} : { etag }).end(isKnown ? '' : text);
    };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
