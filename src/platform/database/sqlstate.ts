import { types } from 'node:util';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

/** What the service makes of an error of PostgreSQL or of the way to it. The only file that knows an SQLSTATE. */

const EXCLUSION_VIOLATION = '23P01';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/** Connection failures (class 08), no room: for one more, in memory or on its disk (class 53), a disk that fails, and a server that stops or starts. */
const AWAY = /^(08...|53...|58030|57P01|57P02|57P03|57P05)$/;
/** A statement or a lock that took longer than the service waits. */
const TOO_LONG = /^(57014|55P03|25P03|25P04)$/;
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Errors of `pg` and its pool that have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;
/** What TypeORM says to the next statement of a transaction whose connection was lost between two. */
const LOST_TRANSACTION = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** Which rule of the schema an error broke. */
export interface Violation {
  readonly kind: 'exclusion' | 'unique' | 'foreign_key';
  readonly constraint: string;
}

/** The named rule of the schema that an error says was broken, if it says so. */
export function violationOf(error: unknown): Violation | undefined {
  const constraint = memberOf(error, 'constraint');
  const kind = {
    [EXCLUSION_VIOLATION]: 'exclusion',
    [UNIQUE_VIOLATION]: 'unique',
    [FOREIGN_KEY_VIOLATION]: 'foreign_key',
  } as const;
  const state = memberOf(error, 'code');
  if (constraint === undefined || state === undefined || !(state in kind)) return undefined;
  return { kind: kind[state as keyof typeof kind], constraint };
}

/** Whether an error broke the named rule. */
export function violates(error: unknown, constraint: string): boolean {
  return violationOf(error)?.constraint === constraint;
}

/** Whether a transaction that failed so may simply be tried again. */
export function isWorthRetrying(error: unknown): boolean {
  const state = memberOf(error, 'code');
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

/** Whether the database is away, or too busy to answer in time. */
export function isDatabaseAway(error: unknown): boolean {
  const several = errorsOf(error);
  if (several !== undefined) return several.some(isDatabaseAway);
  const code = memberOf(error, 'code');
  if (code !== undefined && (AWAY.test(code) || TOO_LONG.test(code) || SOCKET_ERRORS.has(code))) return true;
  if (LOST_TRANSACTION.some((lost) => error instanceof lost)) return true;
  return error instanceof Error && LOST_CONNECTION.test(error.message);
}

/** Such as "connection refused": what PostgreSQL or the operating system said, for a log line. */
export function reasonOf(error: unknown): string {
  const several = errorsOf(error);
  if (several !== undefined) return several.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The errors that one stands for: when no address of a host could be reached. */
function errorsOf(error: unknown): readonly unknown[] | undefined {
  return isError(error) && 'errors' in error && Array.isArray(error.errors) ? error.errors : undefined;
}

/** Not `instanceof`: an error of Node's own has another `Error` than code in a context of its own, such as a test. */
function isError(value: unknown): value is Error {
  return types.isNativeError(value);
}

function memberOf(error: unknown, name: 'code' | 'constraint'): string | undefined {
  const source: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!isError(source) || !(name in source)) return undefined;
  const value = (source as Error & Record<typeof name, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}
