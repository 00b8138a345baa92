import type { ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../config/config';
import { folderPath } from './file-storage';

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Serves a folder of stored files to everybody, outside of the API. A file never changes under its name, so it is cached
 * for good; other sites may show it. What is not there is a 404 of the service, and so are unfinished files (their names
 * begin with a dot) and paths that lead out of the folder.
 */
export function serveFiles(app: NestExpressApplication, config: Config, folder: string, path: string): void {
  app.useStaticAssets(folderPath(config, folder), {
    prefix: path,
    immutable: true,
    maxAge: YEAR_S * 1_000,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response: ServerResponse) => {
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    },
  });
}
