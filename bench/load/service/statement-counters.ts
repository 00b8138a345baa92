import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** The work of the database in an interval. */
export interface StatementCounters {
  /** Statements, including `begin` and `commit`. */
  readonly calls: number;
  /** Statements that PostgreSQL planned. */
  readonly planned: number;
  /** Time in the planner, in ms: none for a prepared statement with a generic plan. */
  readonly planningMs: number;
  /** Time in the executor, in ms, without the write of a commit to disk. */
  readonly executionMs: number;
  /** Rows that the statements returned or changed. */
  readonly rows: number;
}

const IDLE_WITHIN_MS = 20_000;

/** Reads pg_stat_statements for the service's database over a connection of its own. */
export class StatementStatistics {
  private constructor(private readonly client: Client) {}

  static async open(databaseUrl: string): Promise<StatementStatistics> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('alter system set pg_stat_statements.track_planning = on');
    await client.query('select pg_reload_conf()');
    return new StatementStatistics(client);
  }

  async reset(): Promise<void> {
    await this.client.query('select pg_stat_statements_reset()');
  }

  async read(): Promise<StatementCounters> {
    await this.untilIdle();
    const { rows } = await this.client.query<StatementCounters>(
      `select coalesce(sum(calls), 0)::float8 as calls, coalesce(sum(plans), 0)::float8 as planned,
         coalesce(sum(total_plan_time), 0)::float8 as "planningMs",
         coalesce(sum(total_exec_time), 0)::float8 as "executionMs",
         coalesce(sum(rows), 0)::float8 as rows
       from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())
         and query not like '%from pg_stat_%' and query not like '%pg_stat_statements_reset%'`,
    );
    return rows[0] ?? { calls: 0, planned: 0, planningMs: 0, executionMs: 0, rows: 0 };
  }

  /** The number of sequential scans of the large tables so far. */
  async sequentialScans(): Promise<number> {
    await this.untilIdle();
    // A backend reports its statistics once it has been idle for a second.
    await sleep(1_500);
    const { rows } = await this.client.query<{ scans: number }>(
      `select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('appointments', 'customers')`,
    );
    return rows[0]?.scans ?? 0;
  }

  /** The process id of the server. */
  async postmaster(): Promise<number> {
    const { rows } = await this.client.query<{ pid: number }>(
      `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`,
    );
    return rows[0]?.pid ?? 0;
  }

  /** `PostgreSQL 18.4`. */
  async version(): Promise<string> {
    const { rows } = await this.client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    return `PostgreSQL ${rows[0]?.version ?? ''}`;
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  /** The service still works on requests whose connection was closed; they would count for the next operation. */
  private async untilIdle(): Promise<void> {
    const deadline = performance.now() + IDLE_WITHIN_MS;
    for (;;) {
      const { rows } = await this.client.query<{ busy: number }>(
        `select count(*)::int as busy from pg_stat_activity
         where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
      );
      if (rows[0]?.busy === 0 || performance.now() > deadline) return;
      await sleep(20);
    }
  }
}
