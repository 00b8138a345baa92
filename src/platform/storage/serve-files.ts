import { lstat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response, static as filesOf } from 'express';
import type { Config } from '../config/config';
import { folderPath } from './folder-path';

const YEAR_S = 365 * 24 * 60 * 60;

/** The path, below the folder, of a file that the service wrote: a random name of a WebP picture. */
const STORED_PATH = /^\/[0-9a-f]{32}\.webp$/;

/** If a browser rendered a file as a page, nothing in it would run or load, and it would have an opaque origin. */
const CONTENT_SECURITY_POLICY = "default-src 'none';frame-ancestors 'none';sandbox";

/**
 * Serves a folder of stored files publicly, outside the API. Files never change, so they are cached for good; other sites may embed them.
 * All else is a 404: missing and unfinished files, files under other names, symbolic links, and paths out of the folder.
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
      response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    },
  });
  app.use(path, (request: Request, response: Response, next: NextFunction) => {
    void isStoredFile(root, request.path).then((isStored) => {
      if (isStored) serve(request, response, next);
      else next();
    });
  });
}

/** Tests the path without decoding it: the names of stored files need no escapes. */
async function isStoredFile(root: string, path: string): Promise<boolean> {
  if (!STORED_PATH.test(path)) return false;
  const found = await lstat(join(root, path)).catch(() => undefined);
  return found?.isFile() === true;
}
