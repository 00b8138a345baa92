import { lstat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response, static as filesOf } from 'express';
import type { Config } from '../config/config';
import { folderPath } from './file-storage';

const YEAR_S = 365 * 24 * 60 * 60;

/** A file that we have written, by its path below the folder: random, and a picture. */
const OURS = /^\/[0-9a-f]{32}\.webp$/;

/** Were a file a page after all, nothing in it would run or load, and it would be of no origin. */
const NO_PAGE = "default-src 'none';frame-ancestors 'none';sandbox";

/**
 * Serves a folder of stored files to everybody, outside of the API. A file never changes under its name, so it is cached
 * for good; other sites may show it. All else is a 404 of the service: what is not there, unfinished files, files that
 * somebody else has put there, links, and paths that lead out of the folder.
 */
export function serveFiles(app: NestExpressApplication, config: Config, folder: string, path: string): void {
  const root = folderPath(config, folder);
  const serve = filesOf(root, {
    immutable: true,
    maxAge: YEAR_S * 1_000,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response: ServerResponse) => {
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      response.setHeader('Content-Security-Policy', NO_PAGE);
    },
  });
  app.use(path, (request: Request, response: Response, next: NextFunction) => {
    void isOurs(root, request.path).then((ours) => {
      if (ours) serve(request, response, next);
      else next();
    });
  });
}

/** The name is looked at as it came: none of ours has anything to decode. */
async function isOurs(root: string, path: string): Promise<boolean> {
  if (!OURS.test(path)) return false;
  const found = await lstat(join(root, path)).catch(() => undefined);
  return found?.isFile() === true;
}
