import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { residentMb } from '../load/service/process-facts';
import type { ServiceProcess } from '../load/service/service-process';

/** What is measured now and then during a run. */
export interface Sample {
  /** Since the load began. */
  readonly minutes: number;
  /** Resident memory of the service, and what is used of its JavaScript heap. */
  readonly residentMb: number;
  readonly heapMb: number;
  /** Of the service: files, sockets and pipes. */
  readonly openFiles: number;
  /** Of the service to PostgreSQL. */
  readonly connections: number;
  /** Jobs that are due and not done. */
  readonly dueJobs: number;
  readonly pendingDeliveries: number;
  /** Audit entries that have no number as events yet. */
  readonly unnumbered: number;
  /** Holds that ended more than five minutes ago and are still there. */
  readonly staleHolds: number;
  /** The share of dead rows in all tables. */
  readonly deadShare: number;
  readonly databaseMb: number;
  /** Writes that succeeded so far. */
  readonly writes: number;
  /** Requests a second since the last sample. */
  readonly rate: number;
  /** The median time of an answer since the last sample. */
  readonly medianMs: number;
}

/** What the load has done between two samples. */
export interface Done {
  readonly requests: number;
  readonly writes: number;
  readonly medianMs: number;
}

type DatabaseFacts = Pick<
  Sample,
  'connections' | 'dueJobs' | 'pendingDeliveries' | 'unnumbered' | 'staleHolds' | 'deadShare' | 'databaseMb'
>;

const FACTS = `
  select
    (select count(*) from pg_stat_activity where application_name = 'scheduling-service')::float8 as connections,
    (select count(*) from pgboss.job where state < 'active' and start_after <= now())::float8 as "dueJobs",
    (select count(*) from webhook_deliveries where status = 'pending')::float8 as "pendingDeliveries",
    (select greatest(0, (select max(id) from audit_entries) - seen) from event_numbering)::float8 as unnumbered,
    (select count(*) from holds where expires_at < now() - interval '5 minutes')::float8 as "staleHolds",
    (select sum(n_dead_tup) / greatest(1, sum(n_live_tup + n_dead_tup)) from pg_stat_user_tables)::float8 as "deadShare",
    pg_database_size(current_database()) / 1048576.0::float8 as "databaseMb"`;

/** Measures a service and its database. */
export class Sampler {
  private readonly began = performance.now();
  private last = this.began;

  private constructor(
    private readonly service: ServiceProcess,
    private readonly client: Client,
  ) {}

  static async open(service: ServiceProcess): Promise<Sampler> {
    const client = new Client({ connectionString: service.databaseUrl, application_name: 'soak' });
    await client.connect();
    return new Sampler(service, client);
  }

  async take({ requests, writes, medianMs }: Done): Promise<Sample> {
    const [facts, heapMb] = await Promise.all([this.databaseFacts(), this.heapMb()]);
    const now = performance.now();
    const rate = requests / ((now - this.last) / 1_000);
    this.last = now;
    return {
      minutes: (now - this.began) / 60_000,
      residentMb: residentMb(this.service.pid) ?? NaN,
      heapMb,
      openFiles: readdirSync(`/proc/${this.service.pid}/fd`).length,
      ...facts,
      ...{ writes, rate, medianMs },
    };
  }

  /** The largest tables with their indexes, in MB. */
  async tables(): Promise<{ readonly name: string; readonly mb: number; readonly dead: number }[]> {
    const { rows } = await this.client.query<{ name: string; mb: number; dead: number }>(
      `select schemaname || '.' || relname as name, pg_total_relation_size(relid) / 1048576.0::float8 as mb, n_dead_tup::float8 as dead
       from pg_stat_user_tables order by 2 desc limit 12`,
    );
    return rows;
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async databaseFacts(): Promise<DatabaseFacts> {
    const { rows } = await this.client.query<DatabaseFacts>(FACTS);
    const [facts] = rows;
    if (facts === undefined) throw new Error('PostgreSQL returned no row');
    return facts;
  }

  private async heapMb(): Promise<number> {
    const text = await (await fetch(`${this.service.origin}/metrics`)).text();
    return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]) / 1_048_576;
  }
}
