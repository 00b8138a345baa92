import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../platform/config/config';

/** The service cannot listen at HOST and PORT; the message says why and what to set. */
export class CannotListenError extends Error {}

/** Opens the port. @throws CannotListenError */
export async function listen(app: NestExpressApplication, { port, host }: Config): Promise<void> {
  try {
    if (host === undefined) await app.listen(port);
    else await app.listen(port, host);
  } catch (error) {
    throw new CannotListenError(reasonFor(error as NodeJS.ErrnoException, port, host ?? ''), {
      cause: error,
    });
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
