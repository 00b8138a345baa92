import { once } from 'node:events';
import { IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createHttpServer } from './http-server';

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\n';
const LARGE = Buffer.alloc(16 * 1_024 * 1_024);
/** Only ends a test that hangs. */
const TIMEOUT = 60_000;

describe('A server that closes', () => {
  let server: Server;

  afterEach(() => {
    server.closeAllConnections();
  });

  /** Listens, without a bound for idle connections, and opens one that stays open. */
  const connected = async (listener: RequestListener): Promise<Socket> => {
    server = createHttpServer(listener, { IncomingMessage, ServerResponse });
    server.keepAliveTimeout = 0;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return connect((server.address() as AddressInfo).port, '127.0.0.1');
  };

  it(
    'ends a connection after the answer that runs',
    async () => {
      const running = new Promise<ServerResponse>((resolve) => {
        void connected((_request, response) => {
          resolve(response);
        }).then((client) => client.resume().write(`GET / ${HEAD}\r\n`));
      });
      const response = await running;
      const closed = once(server.close(), 'close');
      response.end('x');
      await expect(closed).resolves.toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'ends a connection after the rest of a body whose request is answered',
    async () => {
      const client = await connected((_request, response) => response.end());
      client.write(`POST / ${HEAD}Content-Length: 100000\r\n\r\n`);
      await once(client, 'data');
      const closed = once(server.close(), 'close');
      client.write(Buffer.alloc(100_000));
      await expect(closed).resolves.toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'sends the whole of an answer that waits for its reader',
    async () => {
      const client = await connected((_request, response) => response.end(LARGE));
      client.write(`GET / ${HEAD}\r\n`);
      await once(client, 'readable');
      const closed = once(server.close(), 'close');
      let read = 0;
      for await (const piece of client) read += (piece as Buffer).length;
      await closed;
      expect(read).toBeGreaterThan(LARGE.length);
    },
    TIMEOUT,
  );
});
