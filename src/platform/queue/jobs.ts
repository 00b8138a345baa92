import { Injectable } from '@nestjs/common';
import PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database';

/** How long jobs that are done stay: what comes of them is on record elsewhere. */
const AFTERLIFE = { archiveCompletedAfterSeconds: 3_600, deleteAfterDays: 1 };

/** A job that its taker has for itself, until it says what came of it or the job's time is over. */
export interface Job<Data extends object> {
  readonly id: string;
  readonly queue: string;
  readonly data: Data;
  /** Counted from 1, this one included. */
  readonly attempt: number;
}

/**
 * Queues in PostgreSQL, kept by pg-boss: who takes what, and when again. Any number of processes share them. Queues are made
 * by migrations, which also say how often and when their jobs are tried again.
 *
 * The library is not started. Its own workers and its clock do not wait for what they note, so that a database that goes away
 * meanwhile would end the process (docs/adr/0004-notification-queue.md); here whoever asks for a statement waits for it.
 */
@Injectable()
export class Jobs {
  private readonly boss: PgBoss;

  constructor(private readonly database: Database) {
    // For maintenance alone; everything else says how it reaches the database.
    const executeSql = async (text: string) => {
      await this.database.script(text);
      return { rows: [] };
    };
    this.boss = new PgBoss({ ...AFTERLIFE, db: { executeSql } });
  }

  /** Queues a job, once `tx` commits. */
  async add(tx: EntityManager, queue: string, data: object): Promise<void> {
    const id = await this.boss.send(queue, data, { db: this.via('jobs.add', tx) });
    if (id === null) throw new Error(`there is no queue called ${queue}`);
  }

  /** Queues several in one statement, once `tx` commits. */
  async addAll(tx: EntityManager, queue: string, data: readonly object[]): Promise<void> {
    const jobs = data.map((each) => ({ name: queue, data: each }));
    await this.boss.insert(jobs, { db: this.via('jobs.add-all', tx) });
  }

  /** Queues a job unless that was done before, by whatever process, in the stretch of so many seconds that it is now. */
  async addOncePer(seconds: number, queue: string): Promise<void> {
    await this.boss.send(queue, {}, { singletonSeconds: seconds, db: this.via('jobs.add') });
  }

  /** Takes the job that has waited longest of those that are due; undefined when none is. */
  async take<Data extends object>(queue: string): Promise<Job<Data> | undefined> {
    const way = this.via('jobs.take');
    let failure: { error: unknown } | undefined;
    const db: PgBoss.Db = {
      executeSql: (text, values) =>
        way.executeSql(text, values).catch((error: unknown) => {
          // The library calls every failure "nothing to do".
          failure = { error };
          return { rows: [] };
        }),
    };
    const [job] = await this.boss.fetch<Data>(queue, { includeMetadata: true, db });
    if (failure !== undefined) throw failure.error;
    return job && { id: job.id, queue, data: job.data, attempt: job.retryCount + 1 };
  }

  /** The job is done, and so never tried again. */
  async complete({ queue, id }: Job<object>, tx?: EntityManager): Promise<void> {
    await this.boss.complete(queue, id, {}, { db: this.via('jobs.complete', tx) });
  }

  /** Puts a job off to a later attempt. @returns when that is, by the clock of the database; null when it was the last one */
  async putOff({ queue, id }: Job<object>, tx: EntityManager): Promise<Date | null> {
    await this.boss.fail(queue, id, {}, { db: this.via('jobs.fail', tx) });
    const options = { db: this.via('jobs.find', tx), includeArchive: false };
    const job = await this.boss.getJobById(queue, id, options);
    return job?.state === 'retry' ? job.startAfter : null;
  }

  /** Makes jobs due again whose taker has died, and clears away what is done. */
  async maintain(): Promise<void> {
    await this.boss.maintain();
  }

  /** The way of a statement of the library to the database: prepared under a name, as part of `tx` if there is one. */
  private via(name: string, tx?: EntityManager): PgBoss.Db {
    return {
      executeSql: async (text, values) => ({
        rows: await this.database.rows<object>({ name, text }, values, tx),
      }),
    };
  }
}
