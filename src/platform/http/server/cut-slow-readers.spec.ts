import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { cutSlowReaders, SlowReaderWatch } from './cut-slow-readers';

const LARGE = Buffer.alloc(64 * 1_024 * 1_024);
const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('A connection whose client', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer((request, response) => response.end(request.url === '/small' ? 'x' : LARGE));
    cutSlowReaders(server, { windowMs: 60, minBytes: 1_024 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });

  /** Opens a connection. @returns the client's socket and the server's */
  const open = async (): Promise<[Socket, Socket]> => {
    const accepted = once(server, 'connection');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    const [socket] = (await accepted) as [Socket];
    return [client, socket];
  };

  it('never reads a large answer is cut', async () => {
    const [client, socket] = await open();
    client.pause();
    client.write(ASK);
    await once(socket, 'close');
    expect(socket.bytesWritten).toBeLessThan(LARGE.length + 1_024);
    client.destroy();
  });

  it('sends many requests and reads none of their answers is cut', async () => {
    const [client, socket] = await open();
    client.pause();
    client.write(ASK.repeat(20));
    await once(socket, 'close');
    expect(socket.bytesWritten).toBeLessThan(20 * LARGE.length);
    client.destroy();
  });
});

describe('The watch for clients that read less than 100 bytes in 1,000 ms', () => {
  const RATE = { windowMs: 1_000, minBytes: 100 };

  /** Whether the watch cuts a client. @param read the bytes that it has read at each look; the looks are 500 ms apart */
  const isCut = (bytesWritten: number, read: readonly number[]): boolean => {
    const destroy = jest.fn();
    const socket = { bytesWritten, writableLength: 0, destroy };
    const watch = new SlowReaderWatch(RATE);
    watch.add(socket);
    for (const [index, bytes] of read.entries()) {
      socket.writableLength = bytesWritten - bytes;
      watch.look(index * 500);
    }
    return destroy.mock.calls.length > 0;
  };

  it.each([
    ['cuts a client that reads nothing for a window', 5_000, [0, 0, 0], true],
    ['cuts a client that reads too little in each window', 5_000, [0, 10, 20, 30, 40], true],
    ['cuts a client that reads enough at first and then nothing', 5_000, [0, 100, 200, 200, 200], true],
    ['keeps a client that reads enough in each window', 5_000, [0, 50, 100, 150, 200, 250, 300], false],
    ['keeps a client that reads in bursts', 5_000, [0, 0, 1_000, 1_000, 2_000], false],
    ['keeps a client that has not had a whole window yet', 5_000, [0, 0], false],
    ['keeps an idle client that has read everything', 200, [0, 200, 200, 200, 200], false],
  ])('%s', (_what, written, read, expected) => {
    expect(isCut(written, read)).toBe(expected);
  });
});
