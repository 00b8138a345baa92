import { types } from 'node:util';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

/** Classifies errors of PostgreSQL and of the connection to it. No other file knows an SQLSTATE. */

const EXCLUSION_VIOLATION = '23P01';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

const RACES = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION];

/** Connection failures (class 08), a full or failing disk, a server that stops, starts, or accepts no writes (is or becomes a replica). */
const AWAY = /^(08...|25006|53000|53100|58030|57P01|57P02|57P03|57P05)$/;
/** No memory, no connection left, a configured limit, a lock or a transaction that took too long, and conflicts of transactions. */
const BUSY = /^(53200|53300|53400|55P03|25P03|25P04|40001|40P01)$/;
const STATEMENT_CANCELED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';
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
/** Errors of `pg` and its pool have no code. */
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;
/** TypeORM throws these for the next statement of a transaction whose connection was lost between two statements. */
const LOST_TRANSACTION = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** Another transaction has changed what a plan was made of, between the plan and the locks of what it takes. */
export class OutdatedPlanError extends Error {
  constructor() {
    super('what was planned with has changed meanwhile');
  }
}

/** A constraint of the schema that a statement broke. */
export interface Violation {
  readonly kind: 'exclusion' | 'unique' | 'foreign_key';
  readonly constraint: string;
}

/** The constraint that an error names as broken; undefined for any other error. */
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

/** Whether an error says that the named constraint was broken. */
export function violates(error: unknown, constraint: string): boolean {
  return violationOf(error)?.constraint === constraint;
}

/**
 * Whether a concurrent transaction may have caused this error, so that the transaction is worth another attempt. That includes
 * foreign keys and unique constraints: services check before they write, so in the next attempt their check finds the cause.
 */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof OutdatedPlanError) return true;
  return RACES.includes(memberOf(error, 'code') ?? '');
}

/** Whether a lock was not free in time. */
export function isLockTimeout(error: unknown): boolean {
  return memberOf(error, 'code') === LOCK_NOT_AVAILABLE;
}

/** `away`: unreachable. `busy`: no connection, memory or lock in time. `overrun`: a statement ran longer than the statement timeout. */
export type Outage = 'away' | 'busy' | 'overrun';

/** The outage that caused an error; undefined for an error of the statement itself. */
export function outageOf(error: unknown): Outage | undefined {
  const several = errorsOf(error);
  if (several !== undefined) return several.map(outageOf).find((outage) => outage !== undefined);
  const code = memberOf(error, 'code') ?? '';
  if (code === STATEMENT_CANCELED) return 'overrun';
  if (BUSY.test(code) || (isError(error) && error.message === POOL_EXHAUSTED)) return 'busy';
  return AWAY.test(code) || SOCKET_ERRORS.has(code) || isLostConnection(error) ? 'away' : undefined;
}

/** Whether PostgreSQL stopped a statement that ran longer than the statement timeout. */
export function isOverrun(error: unknown): boolean {
  return memberOf(error, 'code') === STATEMENT_CANCELED;
}

/** Whether the database is unreachable or overloaded, so that the same statement may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  return outageOf(error) !== undefined;
}

function isLostConnection(error: unknown): boolean {
  if (LOST_TRANSACTION.some((lost) => error instanceof lost)) return true;
  return isError(error) && LOST_CONNECTION.test(error.message);
}

/** The message of PostgreSQL or of the operating system, for a log line. */
export function reasonOf(error: unknown): string {
  const several = errorsOf(error);
  if (several !== undefined) return several.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The errors inside an AggregateError: one for each address of a host that could not be reached. */
function errorsOf(error: unknown): readonly unknown[] | undefined {
  return isError(error) && 'errors' in error && Array.isArray(error.errors) ? error.errors : undefined;
}

/** Not `instanceof`: in a VM context, such as a Jest test, errors of Node itself have another `Error` class. */
function isError(value: unknown): value is Error {
  return types.isNativeError(value);
}

function memberOf(error: unknown, name: 'code' | 'constraint'): string | undefined {
  const source: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!isError(source) || !(name in source)) return undefined;
  const value = (source as Error & Record<typeof name, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}
