import { Client } from 'pg';
import type { Machine } from './machine';

/** Statements of the service that this server has received since a moment. */
const STATEMENTS = `
  select query_start as at, state, query from pg_stat_activity
  where application_name = 'scheduling-service' and query_start > $1 and pid <> pg_backend_pid()`;
const INTERVAL_MS = 50;

/** Looks whether the service still sends statements to a server that is no longer the primary. */
export class StaleServer {
  private readonly statements: object[] = [];
  private isEnding = false;
  private watching: Promise<void> = Promise.resolve();

  private constructor(
    private readonly machine: Machine,
    private readonly since: Date,
  ) {}

  /** From now on. */
  static watch(machine: Machine): StaleServer {
    const server = new StaleServer(machine, new Date());
    server.watching = server.run();
    return server;
  }

  async end(): Promise<readonly object[]> {
    this.isEnding = true;
    await this.watching;
    return this.statements;
  }

  private async run(): Promise<void> {
    while (!this.isEnding) {
      await this.look().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }

  /** On one connection while it lasts: the server restarts as a replica, or is frozen. */
  private async look(): Promise<void> {
    const client = new Client({
      connectionString: this.machine.databaseUrl('postgres'),
      connectionTimeoutMillis: 1_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      while (!this.isEnding) {
        this.statements.push(...(await client.query<object>(STATEMENTS, [this.since])).rows);
        await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
      }
    } finally {
      await client.end();
    }
  }
}
