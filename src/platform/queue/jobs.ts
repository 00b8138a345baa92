import { Injectable } from '@nestjs/common';
import type PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database';

/** How long finished jobs are kept: briefly, because their results are recorded elsewhere. */
const RETENTION = { archiveCompletedAfterSeconds: 3_600, deleteAfterDays: 1 };

/**
 * SQL that queues a job for each row of a query, in the statement that writes what the jobs are about: `send` would be a statement more for
 * each booking. The rows are those that `send` writes. Fails when there is no such queue, or when it leaves settings to pg-boss.
 * @param data SQL of the data of a job, a jsonb object @param from a table or a CTE
 */
export function insertJobs(queue: string, data: string, from: string): string {
  return `
    insert into pgboss.job (name, data, dead_letter, expire_in, keep_until, retry_limit, retry_delay, retry_backoff, policy)
    select '${queue}', ${data}, q.dead_letter, make_interval(secs => q.expire_seconds),
      now() + make_interval(mins => q.retention_minutes), q.retry_limit, q.retry_delay, q.retry_backoff, q.policy
    from ${from} left join pgboss.queue q on q.name = '${queue}'`;
}

/** SQL: when the next job of a queue is due, by the clock of the database. */
export function nextJob(queue: string): string {
  return `select min(start_after) from pgboss.job where name = '${queue}' and state < 'active'`;
}

/** A job that one worker holds until it completes the job, puts it off, or lets it expire. */
export interface Job<Data extends object> {
  readonly id: string;
  readonly queue: string;
  readonly data: Data;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

/**
 * Job queues in PostgreSQL, by pg-boss, shared by any number of processes. Migrations create the queues and set how often and
 * when their jobs are retried.
 *
 * pg-boss is not started: its workers and timers do not await their statements, so a database that goes away would end the
 * process with an unhandled rejection (docs/contributing/adr/0004-notification-queue.md). Here the caller awaits every statement.
 */
@Injectable()
export class Jobs {
  private boss: Promise<PgBoss> | undefined;

  constructor(private readonly database: Database) {}

  /** Queues a job unless any process has queued one in the current period. @param seconds the length of a period */
  async addOncePer(seconds: number, queue: string): Promise<void> {
    await (await this.opened()).send(queue, {}, { singletonSeconds: seconds, db: this.via('jobs.add') });
  }

  /** Takes the due job that has waited longest; undefined when none is due. */
  async take<Data extends object>(queue: string): Promise<Job<Data> | undefined> {
    const direct = this.via('jobs.take');
    let failure: { error: unknown } | undefined;
    const db: PgBoss.Db = {
      executeSql: (text, values) =>
        direct.executeSql(text, values).catch((error: unknown) => {
          // pg-boss answers "no job" when its statement fails.
          failure = { error };
          return { rows: [] };
        }),
    };
    // No job has a priority, and an index has the order of the others.
    const [job] = await (
      await this.opened()
    ).fetch<Data>(queue, { includeMetadata: true, priority: false, db });
    if (failure !== undefined) throw failure.error;
    return job && { id: job.id, queue, data: job.data, attempt: job.retryCount + 1 };
  }

  async complete({ queue, id }: Job<object>, tx?: EntityManager): Promise<void> {
    await (await this.opened()).complete(queue, id, {}, { db: this.via('jobs.complete', tx) });
  }

  /** Schedules the next attempt of a job. @returns its time by the clock of the database; null when this was the last attempt */
  async putOff({ queue, id }: Job<object>, tx: EntityManager): Promise<Date | null> {
    await (await this.opened()).fail(queue, id, {}, { db: this.via('jobs.fail', tx) });
    const options = { db: this.via('jobs.find', tx), includeArchive: false };
    const job = await (await this.opened()).getJobById(queue, id, options);
    return job?.state === 'retry' ? job.startAfter : null;
  }

  /** Makes the jobs of workers that died due again, and deletes finished jobs. */
  async maintain(): Promise<void> {
    await (await this.opened()).maintain();
  }

  /** The first call loads pg-boss: only workers make one. */
  private opened(): Promise<PgBoss> {
    // Only maintenance uses this; all other calls pass a `db` of their own.
    const executeSql = async (text: string) => {
      await this.database.script(text);
      return { rows: [] };
    };
    return (this.boss ??= import('pg-boss').then(
      ({ default: Boss }) => new Boss({ ...RETENTION, db: { executeSql } }),
    ));
  }

  /** Runs the statements of pg-boss prepared under a name, as part of `tx` if there is one. */
  private via(name: string, tx?: EntityManager): PgBoss.Db {
    return {
      executeSql: async (text, values) => ({
        rows: await this.database.rows<object>({ name, text }, values, tx),
      }),
    };
  }
}
