import type { Params } from 'nestjs-pino';
import { type DestinationStream, type Logger, pino } from 'pino';
import { printableJson } from './values/printable';

/** The log of a process: JSON lines, by default on stdout, which may be a terminal. */
export function createLogger(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options = { level, serializers: { err: describeError }, hooks: { streamWrite: printableJson } };
  return pino(options, destination);
}

/** Sends the log lines of Nest and of the service to `logger`. `logRequests` logs requests: pino-http is slower. */
export function logThrough(logger: Logger): Params {
  return { pinoHttp: { logger }, forRoutes: [] };
}

/** Leaves out the other members of an error: those of a failed query hold its values and its row. */
function describeError(error: Error & { code?: unknown; constraint?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: error.code, constraint: error.constraint };
}
