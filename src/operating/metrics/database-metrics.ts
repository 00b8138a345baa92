import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Counter, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { type WorkState, StateQueries } from './state.queries';

/** How long a scrape waits for the database, in ms. */
const PATIENCE_MS = 500;

/** Metrics of the connection pool and the queues, read at each scrape. */
@Injectable()
export class DatabaseMetrics {
  private readonly up: Gauge;
  private readonly connections: Gauge<'state'>;
  private readonly inLine: Gauge;
  private readonly waiting: Gauge<'queue'>;
  private readonly oldestDue: Gauge<'queue'>;
  private readonly failed: Gauge;
  private readonly waitlist: Gauge<'status'>;
  private readonly oldestDelivery: Gauge;
  private readonly attempts: Counter<'outcome'>;
  private readonly busyCalendars: Gauge<'state'>;
  private readonly unreadableEvents: Gauge;
  private reading: Promise<boolean> | undefined;

  constructor(
    registry: Registry,
    private readonly dataSource: DataSource,
    private readonly queries: StateQueries,
  ) {
    const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers: [registry] });
    this.up = gauge(
      'database_up',
      '1 if the database answered this scrape. If not, the metrics that come from it are left out.',
    );
    this.connections = gauge('database_pool_connections', 'Connections to PostgreSQL, by state.', 'state');
    this.inLine = gauge('database_pool_waiting', 'Statements and transactions that wait for a connection.');
    this.waiting = gauge('queue_jobs_waiting', 'Jobs that are not due yet or wait for a worker.', 'queue');
    this.oldestDue = gauge(
      'queue_oldest_due_seconds',
      'Time since the oldest waiting job became due; 0 if none is due.',
      'queue',
    );
    this.failed = gauge('notifications_failed', 'Messages that were given up, among those on record.');
    this.waitlist = gauge('waitlist_entries', 'Open entries of the waitlist, by status.', 'status');
    this.oldestDelivery = gauge(
      'webhook_oldest_pending_seconds',
      'Time since the oldest pending delivery to an active webhook was queued; 0 if none is pending.',
    );
    this.attempts = new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts to deliver to webhooks, by outcome: of all processes, as the database has them.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.busyCalendars = gauge(
      'busy_calendars',
      'Active busy calendars of providers; stale ones were not fetched for 24 hours.',
      'state',
    );
    this.unreadableEvents = gauge(
      'busy_calendar_unreadable_events',
      'Events of active busy calendars that cannot be read, and so are busy at no time.',
    );
  }

  /** Never fails, and takes at most half a second. */
  async refresh(): Promise<void> {
    this.refreshPool();
    // Scrapes share one read, so that they do not pile up at a slow database.
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    const tooLong = wait(PATIENCE_MS, false, { ref: false });
    const isUp = await Promise.race([this.reading, tooLong]);
    this.up.set(isUp ? 1 : 0);
    if (!isUp) this.show({});
  }

  private refreshPool(): void {
    const pool = (this.dataSource.driver as PostgresDriver).master as Pool | undefined;
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
    this.connections.set({ state: 'idle' }, idleCount);
    this.connections.set({ state: 'busy' }, totalCount - idleCount);
    this.inLine.set(waitingCount);
  }

  private async read(): Promise<boolean> {
    try {
      this.show(await this.queries.read());
      return true;
    } catch {
      return false;
    }
  }

  private show({ queues = [], failedMessages, waitlist, webhooks, calendars }: Partial<WorkState>): void {
    for (const gauge of [this.waiting, this.oldestDue, this.waitlist, this.attempts, this.busyCalendars])
      gauge.reset();
    for (const { queue, waiting, oldestDueS } of queues) {
      this.waiting.set({ queue }, waiting);
      this.oldestDue.set({ queue }, oldestDueS);
    }
    for (const [status, count] of Object.entries(waitlist ?? {})) this.waitlist.set({ status }, count);
    for (const [outcome, count] of Object.entries(webhooks?.attempts ?? {}))
      this.attempts.inc({ outcome }, count);
    const { unreadableEvents, ...states } = calendars ?? {};
    for (const [state, count] of Object.entries(states)) this.busyCalendars.set({ state }, count);
    setOrRemove(this.failed, failedMessages);
    setOrRemove(this.oldestDelivery, webhooks?.oldestPendingS);
    setOrRemove(this.unreadableEvents, unreadableEvents);
  }
}

function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}
