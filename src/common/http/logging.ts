import type { IncomingMessage } from 'node:http';
import { RequestMethod } from '@nestjs/common';
import type { Params } from 'nestjs-pino';
import type { TrackedRequest } from './request-id';

/**
 * One structured line for each request: its id, method, path, status, time, and the id of its key. Never a header, a
 * query or a body, nor what of those is in an error: they may hold keys or people.
 */
export function logging(level: string, keyIdOf: (request: IncomingMessage) => number | undefined): Params {
  return {
    forRoutes: [{ path: '{*path}', method: RequestMethod.ALL }],
    pinoHttp: {
      level,
      genReqId: (request) => (request as IncomingMessage & Pick<TrackedRequest, 'id'>).id,
      quietReqLogger: true,
      customAttributeKeys: { reqId: 'requestId' },
      customProps: (request) => {
        const apiKeyId = keyIdOf(request);
        return apiKeyId === undefined ? {} : { apiKeyId };
      },
      serializers: {
        req: ({ method, url }: { method: string; url: string }) => ({
          method,
          path: url.replace(/\?.*/s, ''),
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        err: describeError,
      },
    },
  };
}

/** An error as pino has taken it apart. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly constraint?: string;
}

/** Not the other members of an error: those of a failed query hold its values, and the row that it was about. */
function describeError({ type, message, stack, code, constraint }: LoggedError) {
  return { type, message, stack, code, constraint };
}
