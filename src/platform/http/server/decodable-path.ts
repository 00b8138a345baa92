import type { NextFunction, Request, Response } from 'express';

/** Makes a path with malformed escapes (`/services/%zz`) decode to itself, a 404 after authentication; the router would answer 400. */
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
