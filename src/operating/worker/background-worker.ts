import { setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppointmentExpiry } from '../../booking/appointments/changes/appointment-expiry';
import { WaitlistWorker } from '../../booking/waitlist/offers/waitlist-worker';
import { CalendarFetcher } from '../../business/busy-calendars/fetching/calendar-fetcher';
import { Config } from '../../platform/config/config';
import { canServe, DatabaseConnection } from '../../platform/database/connection/connection';
import { isDatabaseAway } from '../../platform/database/sqlstate';
import { EventNumbering } from '../../telling/numbering/event-numbering';
import { WebhookSender } from '../../telling/webhooks/sending/webhook-sender';
import { DeliveryService } from '../../telling/messages/delivery/delivery.service';
import { FailureLog, OutageLog } from './failure-log';
import { Maintenance, MAINTENANCE_INTERVAL_S } from './maintenance';

/** Pauses in ms. The pause between two messages leaves CPU and connections to the bookings that cause them. */
const PAUSE = {
  opening: 200,
  idle: 1_000,
  between: 50,
  numbering: 200,
  sending: 200,
  upkeep: MAINTENANCE_INTERVAL_S * 1_000,
  error: 2_000,
};

/**
 * Sends queued messages one after another, ends pending appointments, offers freed time to the waitlist, numbers events, sends them to
 * webhooks, fetches busy calendars, and runs the maintenance. Starts with the service unless WORKER is off.
 */
@Injectable()
export class BackgroundWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Messages');
  private readonly stopping = new AbortController();
  private running: Promise<unknown> | undefined;
  private readonly outages = new OutageLog(this.logger);
  private isDatabaseReady = false;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly connection: DatabaseConnection,
    private readonly delivery: DeliveryService,
    private readonly maintenance: Maintenance,
    private readonly expiry: AppointmentExpiry,
    private readonly waitlist: WaitlistWorker,
    private readonly events: EventNumbering,
    private readonly webhooks: WebhookSender,
    private readonly calendars: CalendarFetcher,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker === 'on') this.start();
  }

  /** Returns at once. The worker waits for a database that is not open yet, or that has gone away. */
  start(): void {
    this.running ??= Promise.all([
      this.repeat('deliver messages', () => this.deliver()),
      this.repeat('end pending appointments', () => this.endPending()),
      this.repeat('offer freed time', () => this.offer()),
      this.repeat('number events', () => this.number()),
      this.repeat('send to webhooks', () => this.send()),
      // Two at a time, so that a slow server does not delay all others.
      this.repeat('fetch busy calendars', () => this.fetchCalendar()),
      this.repeat('fetch busy calendars', () => this.fetchCalendar()),
      this.repeat('maintain', () => this.maintain()),
    ]);
  }

  /** Waits up to SHUTDOWN_DEADLINE_S for what is being sent. After that, another worker sends it. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.race([
      this.running?.then(() => this.webhooks.stop()),
      wait(this.config.shutdownDeadlineS * 1_000, undefined, { ref: false }),
    ]);
  }

  /** @param work returns how long to pause after it, in ms */
  private async repeat(name: string, work: () => Promise<number>): Promise<void> {
    const { signal } = this.stopping;
    const log = new FailureLog(this.logger, name);
    while (!signal.aborted) {
      const pause = await this.attempt(work, log);
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  private async attempt(work: () => Promise<number>, log: FailureLog): Promise<number> {
    try {
      if (!(await this.isReady())) return PAUSE.opening;
      const pause = await work();
      log.succeeded();
      this.outages.succeeded();
      return pause;
    } catch (error) {
      if (isDatabaseAway(error)) this.outages.failed();
      else log.failed(error);
      return PAUSE.error;
    }
  }

  private async deliver(): Promise<number> {
    return (await this.delivery.deliverNext()) ? PAUSE.between : PAUSE.idle;
  }

  private async endPending(): Promise<number> {
    await this.expiry.settle();
    return PAUSE.idle;
  }

  private async offer(): Promise<number> {
    return (await this.waitlist.run()) ? PAUSE.between : PAUSE.idle;
  }

  private async number(): Promise<number> {
    return (await this.events.run()) ? 0 : PAUSE.numbering;
  }

  private async send(): Promise<number> {
    return (await this.webhooks.run()) ? PAUSE.between : PAUSE.sending;
  }

  private async fetchCalendar(): Promise<number> {
    return (await this.calendars.fetchNext()) ? PAUSE.between : PAUSE.idle;
  }

  private async maintain(): Promise<number> {
    await this.maintenance.run();
    return PAUSE.upkeep;
  }

  private async isReady(): Promise<boolean> {
    if (this.isDatabaseReady) return true;
    const state = await this.connection.state();
    this.isDatabaseReady = canServe(state);
    // `DatabaseConnection` logs failures until its first connect, so this does not log them again.
    if (state === 'away' && this.connection.isOpen) this.outages.failed();
    return this.isDatabaseReady;
  }
}
