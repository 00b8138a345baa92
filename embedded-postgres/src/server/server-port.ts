import { createHash, randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { EmbeddedServerError } from '../errors';

/**
 * Below the ports of the owner's lock, and so below the ephemeral port ranges of every system: no outgoing connection takes the
 * port while the server is being restarted.
 */
const FIRST_PORT = 10_000;
const PORT_COUNT = 5_000;
const TRIES = 50;

/**
 * The same port at each start of a cluster while it is free: a worker that uses the server of a service that died finds the
 * server of the next service.
 */
export async function choosePort(marker: string): Promise<number> {
  const usual = createHash('sha256').update(marker).digest().readUInt16BE(0) % PORT_COUNT;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = FIRST_PORT + (attempt === 0 ? usual : randomInt(PORT_COUNT));
    if (await isFree(port)) return port;
  }
  throw new EmbeddedServerError('No free port on 127.0.0.1.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
