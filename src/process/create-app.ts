import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import type pino from 'pino';
import { AppModule } from '../app.module';
import { callerOf, type IdentifiedRequest } from '../platform/http/identity';
import { SystemClock } from '../platform/clock';
import { Links } from '../platform/http/envelope/links';
import { JsonAdapter } from '../platform/http/envelope/json-adapter';
import { nameClients } from '../platform/http/server/client-address';
import { makePathDecodable } from '../platform/http/server/decodable-path';
import { requireHost } from '../platform/http/server/refuse-unreadable';
import { crossOrigin } from '../platform/http/server/cors';
import { logRequests } from '../platform/http/server/log-requests';
import { readQuery } from '../platform/http/parameters/read-query';
import { trackRequest } from '../platform/http/request-id';
import { securityHeaders } from '../platform/http/server/security-headers';
import { createLogger } from '../platform/logging';
import { PROTECTED_RESOURCE_PATH } from '../platform/config/sign-in-settings';
import type { Config } from '../platform/config/config';
import type { CoreOptions } from '../platform/core.module';
import { serveDocs } from '../platform/openapi/docs';
import { buildDocument } from '../platform/openapi/openapi';
import { McpTools } from '../operating/mcp/tools/mcp-tools';
import { RequestMetrics } from '../operating/metrics/request-metrics';
import { KeyOrigins } from '../people/api-keys/key-origins';
import { PROFILE_IMAGES, PROFILE_IMAGES_PATH } from '../business/providers/profile-image-path';
import { serveFiles } from '../platform/storage/serve-files';

/** Makes the HTTP service, ready to listen; its database is not open yet. */
export async function createApp(options: CoreOptions): Promise<NestExpressApplication> {
  const { clock = new SystemClock() } = options;
  const logger = createLogger(options.config, options.log);
  const module = AppModule.forRoot({ ...options, clock }, logger);
  const adapter = new JsonAdapter(clock, options.config.businessTimeZone);
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    bodyParser: false,
    // Until the app stands, only what is wrong is worth a line.
    logger: ['fatal', 'error', 'warn'],
    abortOnError: false,
  });
  adapter.showLinksWith(app.get(Links));
  app.get(McpTools).deriveFrom(() => buildDocument(app));
  configure(app, options.config, logger);
  await app.init();
  app.useLogger(app.get(Logger));
  return app;
}

function configure(app: NestExpressApplication, config: Config, logger: pino.Logger): void {
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', readQuery);
  app.set('trust proxy', config.trustProxy);
  nameClients(app);
  const keyIdOf = (request: IdentifiedRequest) => callerOf(request)?.apiKeyId;
  app.use(app.get(RequestMetrics).measure, trackRequest, logRequests(logger, keyIdOf), securityHeaders);
  app.use(requireHost, makePathDecodable);
  app.enableCors(crossOrigin(config, app.get(KeyOrigins)));
  app.setGlobalPrefix('api/v1', {
    exclude: [
      PROTECTED_RESOURCE_PATH,
      `${PROTECTED_RESOURCE_PATH}/mcp`,
      '.well-known/security.txt',
      'health/live',
      'health/ready',
      'metrics',
      'm/:token',
      'm/:token/*rest',
      'mcp',
    ],
  });
  serveDocs(app);
  serveFiles(app, config, PROFILE_IMAGES, PROFILE_IMAGES_PATH);
}
