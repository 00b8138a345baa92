import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { __resetOutOfContextForTests as forgetRoot } from 'nestjs-pino/PinoLogger';
import { Pool } from 'pg';
import { ApiKeysService } from '../../src/people/api-keys/api-keys.service';
import { createApp } from '../../src/process/create-app';
import { parseConfig } from '../../src/platform/config/config';
import { Database } from '../../src/platform/database/database';
import { DatabaseConnection } from '../../src/platform/database/connection/connection';
import type { Role } from '../../src/people/users/user.entity';
import { UsersService } from '../../src/people/users/users.service';
import { ApiClient } from './api-client';
import { builtDocument } from './openapi/built-document';
import { OpenApiContract } from './openapi/openapi-contract';
import { TEMPLATE, withDatabaseName } from './database/database-name';
import { TokenIssuer, type Voucher } from './token-issuer';
import type { Restrictions } from '../../src/platform/restrictions';
import { SettableClock } from './settable-clock';
import { ownerOfDatabases, serverUrl } from './database/superuser';
import { COMMAND_LINE } from '../../src/platform/database/write-context';

const ADMINISTRATOR = 1;

/** How many statements of a test run at the same time; others wait. */
const MOST_STATEMENTS = 3;

/** The real service over HTTP, on a database of its own, with a settable clock. */
export interface TestService {
  readonly app: NestExpressApplication;
  readonly url: string;
  readonly databaseUrl: string;
  readonly clock: SettableClock;
  /** Sends the key of the administrator. */
  readonly admin: ApiClient;
  /** Sends no key. */
  readonly anonymous: ApiClient;
  /** Sends the key, or the token, of a new user with these roles. */
  as(...roles: Role[]): Promise<ApiClient>;
  /** A key, or a token, of a user that is restricted. */
  credentialOf(userId: number, restrictions: Restrictions): Promise<string>;
  /** Sends this credential, which need not be valid. */
  withKey(key: string): ApiClient;
  /** Creates a key of a user. */
  keyOf(userId: number, expiresAt?: Date): Promise<{ id: number; key: string }>;
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface TestServiceOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The database of another service: the new one is a second instance. By default each service gets its own database. */
  readonly databaseUrl?: string;
  /** Where the clients that the service makes, but for the administrator, have tokens from. Left out: they have keys. */
  readonly voucher?: Voucher;
  /** Gets every line of the log, from the level of LOG_LEVEL on. */
  readonly log?: (line: string) => void;
}

export async function startTestService({
  environment = {},
  databaseUrl,
  voucher,
  log,
}: TestServiceOptions = {}): Promise<TestService> {
  const issuer = voucher === 'token' ? await TokenIssuer.start() : undefined;
  const url = databaseUrl ?? aDatabaseUrl();
  const clock = new SettableClock();
  const config = parseConfig({
    RATE_LIMIT: '1000000',
    LOG_LEVEL: 'silent',
    WORKER: 'off',
    DATABASE_POOL_SIZE: '10',
    KEYS_BY_API: 'on',
    ...issuer?.settings(),
    ...environment,
  });
  if (log !== undefined) forgetLogger();
  const [app] = await Promise.all([
    createApp({ config, databaseUrl: url, clock, ...(log && { log: { write: log } }) }),
    databaseUrl === undefined && cloneTemplate(url),
  ]);
  // First, so that a document that cannot be built leaves no connections behind.
  const contract = contractOf(app);
  await app.get(DatabaseConnection).open();
  await app.listen(0, '127.0.0.1');
  const base = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const keys = app.get(ApiKeysService);
  const keyOf = async (userId: number, expiresAt?: Date) => {
    const issued = await keys.create(COMMAND_LINE, { userId, name: 'Test', ...(expiresAt && { expiresAt }) });
    return { id: issued.apiKey.id, key: issued.key };
  };
  const credentialOf = async (userId: number, restrictions: Restrictions | null) => {
    if (issuer === undefined)
      return (await keys.create(COMMAND_LINE, { userId, name: 'Test', restrictions })).key;
    const subject = `user-${userId}`;
    const users = app.get(UsersService);
    await app.get(Database).transaction(COMMAND_LINE, (tx) => users.update(tx, userId, { subject }));
    return issuer.tokenOf(subject, restrictions ?? {});
  };
  const statements = poolOf(url, MOST_STATEMENTS);
  const client = (key?: string) =>
    new ApiClient(base, key, (sent, answer) => {
      contract.check(sent, answer);
    });
  return {
    app,
    url: base,
    databaseUrl: url,
    clock,
    admin: client((await keyOf(ADMINISTRATOR)).key),
    anonymous: client(),
    as: async (...roles) => client(await credentialOf(await createUser(app, roles), null)),
    credentialOf,
    withKey: client,
    keyOf,
    query: async <Row extends object>(sql: string, values?: unknown[]) =>
      (await statements.query<Row>(sql, values)).rows,
    stop: async () => {
      await Promise.all([app.close(), statements.end(), issuer?.stop()]);
      if (log !== undefined) forgetLogger();
      if (databaseUrl === undefined) await dropDatabase(databaseNameIn(url));
    },
  };
}

let shared: OpenApiContract | undefined;

/** One contract for all services of a test file: its compiled schemas are expensive. */
function contractOf(app: NestExpressApplication): OpenApiContract {
  return (shared ??= new OpenApiContract(builtDocument(app)));
}

/** What is logged outside requests goes to the first logger of the process, until that is forgotten. */
function forgetLogger(): void {
  Logger.overrideLogger(false);
  forgetRoot();
}

async function createUser(app: NestExpressApplication, roles: readonly Role[]): Promise<number> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const users = app.get(UsersService);
  const user = await app
    .get(Database)
    .transaction(COMMAND_LINE, (tx) => users.create(tx, { name: 'Test user', email, roles }));
  return user.id;
}

function aDatabaseUrl(): string {
  return withDatabaseName(serverUrl('TEST_DATABASE_URL'), `test_${randomBytes(6).toString('hex')}`);
}

async function cloneTemplate(url: string): Promise<void> {
  // Copying the files takes PostgreSQL half the processor time of its default, which logs each page.
  await server().query(
    `create database ${databaseNameIn(url)} owner ${ownerOfDatabases()} template ${TEMPLATE} strategy file_copy`,
  );
}

/** How often it is looked whether the connections of a database have ended, before it is dropped with those that a test has left. */
const MOST_LOOKS = 20;

/** PostgreSQL would wait 100 ms for each connection that is about to end. */
async function dropDatabase(name: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS && (await hasConnections(name)); looks++);
  await server().query(`drop database ${name} with (force)`);
}

async function hasConnections(name: string): Promise<boolean> {
  const { rows } = await server().query('select from pg_stat_activity where datname = $1 limit 1', [name]);
  return rows.length > 0;
}

function databaseNameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

let connections: Pool | undefined;

/** Kept for all services of a worker. */
function server(): Pool {
  return (connections ??= poolOf(serverUrl('TEST_SUPERUSER_URL')));
}

/** Keeps its connections: a new one for each statement would take longer than most statements. */
function poolOf(connectionString: string, max = 10): Pool {
  const pool = new Pool({ connectionString, max, allowExitOnIdle: true });
  // A test may end connections, and the run stops PostgreSQL before it ends a process that runs all test files.
  return pool.on('error', () => undefined);
}
