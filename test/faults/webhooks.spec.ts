import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { numberEvents } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';
import { WebhookReceiver } from '../support/webhook-receiver';
import { WebhookSender } from '../../src/telling/webhooks/sending/webhook-sender';

const OK = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
const MEGABYTE = 'x'.repeat(2 ** 20);

/** What a receiver may do with a request. */
const CHAOS: Readonly<Record<string, (socket: Socket) => void>> = {
  'answers 500': (socket) => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n'),
  redirects: (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
  'is gone': (socket) => socket.end('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'),
  'is silent': () => undefined,
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'hangs up': (socket) => socket.end(),
  'speaks no HTTP': (socket) => socket.end('220 mail.example.com ESMTP\r\n'),
  'begins its headers and stops': (socket) => socket.write('HTTP/1.1 200 OK\r\nx-slow: '),
  'sends endless headers': (socket) => {
    flood(socket, `HTTP/1.1 200 OK\r\n`, `x-long: ${'x'.repeat(1_000)}\r\n`);
  },
  'answers 200 with a body that never ends': (socket) =>
    socket.write(`${OK}content-length: 100\r\n\r\nbegun`),
  'answers 200 with 10 MB': (socket) => {
    flood(socket, `${OK}\r\n`, MEGABYTE, 10);
  },
  'answers 200 with a body without an end': (socket) => {
    flood(socket, `${OK}\r\n`, MEGABYTE);
  },
};

const EXPECTED: Readonly<Record<string, object>> = {
  'answers 500': { status: 'pending', attempts: [{ statusCode: 500, error: null }] },
  redirects: { status: 'pending', attempts: [{ statusCode: 302, error: null }] },
  'is gone': { status: 'failed', attempts: [{ statusCode: 410, error: null }] },
  'is silent': { status: 'pending', attempts: [{ statusCode: null, error: 'no answer in 10 s' }] },
  'begins its headers and stops': {
    status: 'pending',
    attempts: [{ statusCode: null, error: 'no answer in 10 s' }],
  },
  'resets the connection': FAILED_CONNECTION(),
  'hangs up': FAILED_CONNECTION(),
  'speaks no HTTP': FAILED_CONNECTION(),
  'sends endless headers': FAILED_CONNECTION(),
  'answers 200 with a body that never ends': {
    status: 'delivered',
    attempts: [{ statusCode: 200, error: null }],
  },
  'answers 200 with 10 MB': { status: 'delivered', attempts: [{ statusCode: 200, error: null }] },
  'answers 200 with a body without an end': {
    status: 'delivered',
    attempts: [{ statusCode: 200, error: null }],
  },
};

describe('Receivers that misbehave', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  const servers: Server[] = [];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    receiver = await WebhookReceiver.start();
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  const hook = async (url: string) =>
    (await service.admin.post('/webhooks', { url, types: ['category.created'] })).body.data.id as number;

  it('delay no other webhook, fail in the way that the list of deliveries says, and are not read to the end', async () => {
    const hooks = new Map<string, number>();
    const written = new Map<string, () => number>();
    for (const [name, answer] of Object.entries(CHAOS)) {
      const server = createServer((socket) => {
        sockets.push(socket.on('error', () => undefined));
        socket.once('data', () => {
          answer(socket);
        });
        written.set(name, () => socket.bytesWritten);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
      hooks.set(name, await hook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    }
    await hook(receiver.url);
    const sender = service.app.get(WebhookSender);
    let isSettled = false;
    await service.admin.post('/categories', { name: 'Hair' });
    await numberEvents(service);
    await sender.run();
    const settled = sender.settle().then(() => (isSettled = true));
    for (const name of ['Skin', 'Nails', 'Feet']) {
      await service.admin.post('/categories', { name });
      await numberEvents(service);
      const before = receiver.received.length;
      while (receiver.received.length === before) await sender.run();
    }
    // The silent receivers have not used up their ten seconds.
    expect(isSettled).toBe(false);
    await settled;
    for (const [name, id] of hooks) {
      const { body } = await service.admin.get(`/webhooks/${id}/deliveries?sort=id:asc&length=1`);
      expect({ name, delivery: body.data[0] as unknown }).toMatchObject({ name, delivery: EXPECTED[name] });
    }
    const gone = await service.admin.get(`/webhooks/${hooks.get('is gone')}`);
    expect(gone.body.data).toMatchObject({ active: false, deactivatedReason: 'gone' });
    for (const [name, bytes] of written)
      expect({ name, isRead: bytes() > 9 * 2 ** 20 }).toEqual({ name, isRead: false });
  }, 120_000);
});

function flood(socket: Socket, head: string, piece: string, times = Infinity): void {
  let left = times;
  const more = () => {
    while (left-- > 0 && socket.writable) if (!socket.write(piece)) return;
    if (left <= 0) socket.end();
  };
  socket.write(head);
  socket.on('drain', more);
  more();
}

function FAILED_CONNECTION(): object {
  const error = expect.stringMatching(/^the connection failed: /) as unknown;
  return { status: 'pending', attempts: [{ statusCode: null, error }] };
}
