import { once } from 'node:events';
import { createServer } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../platform/config/config';

/** The service cannot listen at HOST and PORT; the message says why and what to set. */
export class CannotListenError extends Error {}

/** Opens the port and closes it, to fail before the database is created or started. @throws CannotListenError */
export function assertCanListen(config: Config): Promise<void> {
  return explained(config, async ({ port, host }) => {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });
}

/** Opens the port. @throws CannotListenError */
export function listen(app: NestExpressApplication, config: Config): Promise<void> {
  return explained(config, async ({ port, host }) => {
    if (host === undefined) await app.listen(port);
    else await app.listen(port, host);
  });
}

async function explained(config: Config, open: (config: Config) => Promise<void>): Promise<void> {
  try {
    await open(config);
  } catch (error) {
    const reason = reasonFor(error as NodeJS.ErrnoException, config.port, config.host ?? '');
    throw new CannotListenError(reason, { cause: error });
  }
}

function reasonFor({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program; set PORT to a free one.`;
    case 'EACCES':
      return `Port ${port} takes more rights than this user has; set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine; leave it empty to listen on every one.`;
    default:
      return `Port ${port} cannot be opened: ${message}`;
  }
}
