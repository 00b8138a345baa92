import type { Params } from 'nestjs-pino';
import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Config } from './config/config';
import { printable, printableJson } from './values/printable';

/** What a line for people says in its message, or leaves out. */
const LEFT_OUT = [
  'pid',
  'hostname',
  'context',
  'requestId',
  'apiKeyId',
  'method',
  'path',
  'statusCode',
  'durationMs',
];
/** In JSON text: an escaped backslash, or the escape of a control character but newline and tab. */
const ESCAPES = /(\\\\)|\\(?:[bfr]|u00[01][0-9a-f])/gi;

/** The log of a process on stdout: JSON lines, or lines for people. Written in a thread of its own, a line takes 26 µs more. */
export function createLogger(
  { logLevel: level, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  destination: DestinationStream = pino.destination({ dest: 1, sync: true }),
): Logger {
  const options = { level, serializers: { err: describeError } };
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);
  return isPretty
    ? pino(options, { write: prettyWriter(destination) })
    : pino({ ...options, hooks: { streamWrite: printableJson } }, destination);
}

/** Sends the log lines of Nest and of the service to `logger`. `logRequests` logs requests: pino-http is slower. */
export function logThrough(logger: Logger): Params {
  return { pinoHttp: { logger }, forRoutes: [] };
}

function prettyWriter(destination: DestinationStream): (json: string) => void {
  const pretty = prettyFactory({
    // `hasColors` heeds NO_COLOR.
    colorize: process.stdout.isTTY && process.stdout.hasColors(),
    translateTime: 'SYS:HH:MM:ss',
    ignore: LEFT_OUT.join(','),
    messageFormat: messageOf,
    singleLine: true,
  });
  return (json) => {
    // Before the printer decodes the escapes and adds its own, of colours.
    destination.write(pretty(printable(json).replaceAll(ESCAPES, (_, pair?: string) => pair ?? '�')));
  };
}

interface LogLine {
  readonly msg?: string;
  readonly context?: string;
  readonly method?: string;
  readonly path?: string;
  readonly statusCode?: number;
  readonly durationMs?: number;
}

function messageOf({ msg = '', context, method, path, statusCode, durationMs }: LogLine): string {
  if (method !== undefined) return `${method} ${path} ${statusCode} in ${durationMs} ms: ${msg}`;
  return context === undefined ? msg : `${context}: ${msg}`;
}

/** Leaves out the other members of an error: those of a failed query hold its values and its row. */
function describeError(error: Error & { code?: unknown; constraint?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: error.code, constraint: error.constraint };
}
