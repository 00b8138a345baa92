import type { NextFunction, Request, Response } from 'express';

/**
 * Makes a path with malformed percent escapes, such as `/services/%zz`, decode to its own text. The router would refuse it with
 * a 400; so it names nothing that exists, and is a 404 after authentication.
 */
export function makePathDecodable(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.includes('%')) {
    const [path = '', ...query] = request.url.split(/(?=\?)/);
    if (!isDecodable(path)) request.url = path.replaceAll('%', '%25') + query.join('');
  }
  next();
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
