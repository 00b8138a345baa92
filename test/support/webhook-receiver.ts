import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookSender } from '../../src/telling/webhooks/sending/webhook-sender';
import { numberEvents } from './events';
import type { TestService } from './test-service';

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly id: number;
    readonly type: string;
    readonly sequence: number;
    readonly resourceId: number;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

type Answer = (response: ServerResponse, received: Received) => void;

/** The receiver of webhooks: it answers 204 until a test says otherwise. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  answer: Answer = (response) => response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received = { headers: request.headers, text, body: JSON.parse(text) as Received['body'] };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    });
    const receiver = new WebhookReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Answers with a status. */
  status(code: number): void {
    this.answer = (response) => response.writeHead(code).end();
  }

  get last(): Received {
    const last = this.received.at(-1);
    if (last === undefined) throw new Error('the receiver got no request');
    return last;
  }

  get types(): string[] {
    return this.received.map(({ body }) => body.type);
  }

  get ids(): unknown[] {
    return this.received.map(({ headers }) => headers['webhook-id']);
  }

  reset(): void {
    this.received.length = 0;
    this.status(204);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** What a worker does five times a second, until nothing is due. */
export async function deliverEvents(service: TestService): Promise<void> {
  const sender = service.app.get(WebhookSender);
  await numberEvents(service);
  while (await sender.run()) await sender.settle();
}
