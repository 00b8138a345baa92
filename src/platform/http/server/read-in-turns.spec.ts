import { createServer, type IncomingMessage, request as send, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { discardInTurns, readInTurns } from './read-in-turns';

/** libuv reads up to 32 chunks at once. */
const A_FEW_CHUNKS = 4 * 65_536;
const BODY = Buffer.alloc(2_000_000, 'body');

describe('A large body', () => {
  /** Sends the body several times at once. @returns the statuses, and the most bytes read of one connection in a turn of the event loop */
  async function sent(
    listener: RequestListener,
    headers = {},
  ): Promise<{ statuses: number[]; most: number }> {
    const server = createServer(listener);
    server.prependListener('request', discardInTurns);
    const requests = new Map<IncomingMessage, number>();
    server.on('request', (request: IncomingMessage) => requests.set(request, 0));
    let most = 0;
    const look = (): void => {
      for (const [{ socket }, before] of requests) most = Math.max(most, socket.bytesRead - before);
      for (const each of requests.keys()) requests.set(each, each.socket.bytesRead);
      turn = setImmediate(look);
    };
    let turn = setImmediate(look);
    try {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const statuses = await Promise.all(Array.from({ length: 5 }, () => statusOf(port, headers)));
      return { statuses, most };
    } finally {
      clearImmediate(turn);
      server.close();
      server.closeAllConnections();
    }
  }

  async function statusOf(port: number, headers: object): Promise<number> {
    const request = send({ port, method: 'POST', headers: { 'content-length': BODY.length, ...headers } });
    const isSent = new Promise<void>((resolve) => {
      request.end(BODY, resolve);
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await Promise.all([isSent, once(response.resume(), 'end')]);
    return response.statusCode ?? NaN;
  }

  it('is read whole, a few chunks of a connection in a turn of the event loop', async () => {
    const { statuses, most } = await sent((request, response) => {
      const chunks: Buffer[] = [];
      readInTurns(request);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.statusCode = Buffer.concat(chunks).equals(BODY) ? 200 : 400;
        response.end();
      });
      request.resume();
    });
    expect(statuses).toEqual(Array(5).fill(200));
    expect(most).toBeLessThanOrEqual(A_FEW_CHUNKS);
  });

  it('is discarded as slowly when the request is refused before it is read', async () => {
    const { statuses, most } = await sent((_request, response) => {
      response.statusCode = 503;
      response.end();
    });
    expect(statuses).toEqual(Array(5).fill(503));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(A_FEW_CHUNKS);
  });
});
