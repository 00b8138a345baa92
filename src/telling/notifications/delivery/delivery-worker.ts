import { setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import { DatabaseConnection } from '../../../platform/database/connection';
import { isDatabaseAway } from '../../../platform/database/sqlstate';
import { DeliveryService } from './delivery.service';
import { Upkeep, UPKEEP_EVERY_S } from './upkeep';

/** Pauses, in ms. That between two messages keeps a burst of bookings from being slowed by its own mail. */
const PAUSE = { opening: 200, idle: 1_000, between: 50, upkeep: UPKEEP_EVERY_S * 1_000, error: 2_000 };

/**
 * Sends what is queued, message after message, for as long as the process runs, and looks after the queue. Part of the service
 * unless WORKER is off.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Notifications');
  private readonly stopping = new AbortController();
  private running: Promise<unknown> | undefined;
  private isDatabaseReady = false;
  private isInTrouble = false;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly connection: DatabaseConnection,
    private readonly delivery: DeliveryService,
    private readonly upkeep: Upkeep,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker === 'on') this.start();
  }

  /** Returns at once; a database that is not open yet, or goes away, is waited for. */
  start(): void {
    this.running ??= Promise.all([this.repeat(() => this.deliver()), this.repeat(() => this.lookAfter())]);
  }

  /** Lets the message that is being sent go out, within SHUTDOWN_DEADLINE_S. Left behind, it is sent by the next worker. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.race([
      this.running,
      wait(this.config.shutdownDeadlineS * 1_000, undefined, { ref: false }),
    ]);
  }

  /** @param work tells how long to pause after it, in ms */
  private async repeat(work: () => Promise<number>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause = await this.attempt(work);
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  private async attempt(work: () => Promise<number>): Promise<number> {
    try {
      if (!(await this.isReady())) return PAUSE.opening;
      const pause = await work();
      this.isInTrouble = false;
      return pause;
    } catch (error) {
      this.report({ isAway: isDatabaseAway(error), error });
      return PAUSE.error;
    }
  }

  private async deliver(): Promise<number> {
    return (await this.delivery.deliverNext()) ? PAUSE.between : PAUSE.idle;
  }

  private async lookAfter(): Promise<number> {
    await this.upkeep.run();
    return PAUSE.upkeep;
  }

  private async isReady(): Promise<boolean> {
    if (this.isDatabaseReady) return true;
    const state = await this.connection.state();
    this.isDatabaseReady = state === 'ready';
    // Who opens it says so himself while it has never been there.
    if (state === 'away' && this.connection.isOpen) this.report({ isAway: true });
    return this.isDatabaseReady;
  }

  /** Once for each time that the trouble begins. */
  private report({ isAway, error }: { isAway: boolean; error?: unknown }): void {
    if (this.isInTrouble) return;
    this.isInTrouble = true;
    if (isAway) this.logger.warn('The database is away; messages wait until it is back');
    else this.logger.error({ err: error }, 'Could not look after the queue; trying again');
  }
}
