import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Express, type Request, request } from 'express';
import { addressIn } from '../../values/address';

/**
 * Makes `request.ip` of an application that address: proxies write the same client with another port for each of its connections.
 * This is how Express documents to replace a getter.
 */
export function nameClients(app: NestExpressApplication): void {
  const express: Express = app.getHttpAdapter().getInstance();
  Object.defineProperty(express.request, 'ip', {
    configurable: true,
    enumerable: true,
    get(this: Request): string | undefined {
      const text: unknown = Reflect.get(request, 'ip', this);
      return typeof text === 'string' ? addressIn(text) : undefined;
    },
  });
}
