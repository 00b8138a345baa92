import type { Params } from 'nestjs-pino';
import { type Logger, pino } from 'pino';

/** The log of a process: JSON lines on stdout. */
export function createLogger(level: string): Logger {
  return pino({ level, serializers: { err: describeError } });
}

/** What Nest and the code under it log goes there too. Requests are logged by `logRequests`: pino-http costs them more. */
export function logThrough(logger: Logger): Params {
  return { pinoHttp: { logger }, forRoutes: [] };
}

/** Not the other members of an error: those of a failed query hold its values, and the row that it was about. */
function describeError(error: Error & { code?: unknown; constraint?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: error.code, constraint: error.constraint };
}
