import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const DAY_MS = 86_400_000;

/** What the service calls during a run: a receiver of webhooks, and a server of calendars. Both on the loopback interface. */
export class Neighbours {
  private deliveries = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Neighbours> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.url?.startsWith('/calendar') === true) {
          response.writeHead(200, { 'content-type': 'text/calendar' }).end(calendar());
          return;
        }
        neighbours.deliveries++;
        // Now and then a receiver is out of order: the delivery is repeated later.
        response.writeHead(neighbours.deliveries % 500 === 0 ? 503 : 204).end();
      });
    });
    const neighbours = new Neighbours(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return neighbours;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get received(): number {
    return this.deliveries;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** A calendar that changes daily, with an hour taken on each of the next sixty days. */
function calendar(): string {
  const events = Array.from({ length: 60 }, (_, day) => {
    const date = new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    return [
      'BEGIN:VEVENT',
      `UID:${date}@soak.example`,
      `DTSTAMP:${date}T000000Z`,
      `DTSTART:${date}T120000Z`,
      `DTEND:${date}T130000Z`,
      'END:VEVENT',
    ];
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//soak//EN', ...events.flat(), 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}
