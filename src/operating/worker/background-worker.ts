import { setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppointmentExpiry } from '../../booking/diary/expiry/appointment-expiry';
import { WaitlistWorker } from '../../booking/waitlist/offers/waitlist-worker';
import { CalendarFetcher } from '../../business/busy-calendars/fetching/calendar-fetcher';
import { Config } from '../../platform/config/config';
import { canServe, DatabaseConnection } from '../../platform/database/connection/connection';
import { isDatabaseAway } from '../../platform/database/sqlstate';
import { SECOND_MS } from '../../platform/time/units';
import { EventNumbering } from '../../telling/numbering/event-numbering';
import { WebhookSender } from '../../telling/webhooks/sending/webhook-sender';
import { DeliveryService } from '../../telling/messages/delivery/delivery.service';
import { CommitWatch, type DueTimes } from './commit-watch';
import { FailureLog, OutageLog } from './failure-log';
import { Maintenance, MAINTENANCE_INTERVAL_S } from './maintenance';

/** Pauses in ms. */
const PAUSE = {
  opening: 200,
  error: 2_000,
};

/** How a loop rests, in ms. */
interface Rest {
  /** After work that may leave more. The pause between two messages leaves CPU and connections to the bookings that cause them. */
  readonly between: number;
  /** After work that leaves none, before it waits: what is committed meanwhile is done together. */
  readonly least: number;
}

const REST = {
  messages: { between: 50, least: 50 },
  pending: { between: 50, least: 1_000 },
  offers: { between: 50, least: 500 },
  events: { between: 0, least: 200 },
  webhooks: { between: 50, least: 50 },
  calendars: { between: 50, least: 500 },
  upkeep: { between: 0, least: MAINTENANCE_INTERVAL_S * SECOND_MS },
  looks: { between: 0, least: 0 },
} as const satisfies Readonly<Record<string, Rest>>;

type Work = () => Promise<unknown> | undefined;

/** Waits until there may be work again. @param state of the database before the last work began */
type UntilWork = (state: string) => Promise<void>;

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
    private readonly commits: CommitWatch,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker === 'on') this.start();
  }

  /** Returns at once. The worker waits for a database that is not open yet, or that has gone away. */
  start(): void {
    const { commits } = this;
    const untilDue = (work?: keyof DueTimes) => (state: string) => commits.changeFrom(state, work);
    const fetch = () => this.calendars.fetchNext();
    this.running ??= Promise.all([
      this.repeat(
        'look for work',
        REST.looks,
        () => commits.look(),
        () => commits.rest(),
      ),
      this.repeat('deliver messages', REST.messages, () => this.delivery.deliverNext(), untilDue('messages')),
      this.repeat('end pending appointments', REST.pending, () => this.expiry.settle(), untilDue('pending')),
      this.repeat('offer freed time', REST.offers, () => this.waitlist.run(), untilDue('offers')),
      this.repeat('number events', REST.events, () => this.events.run(), untilDue()),
      this.repeat('send to webhooks', REST.webhooks, () => this.webhooks.run(), untilDue('webhooks')),
      // Two at a time, so that a slow server does not delay all others.
      this.repeat('fetch busy calendars', REST.calendars, fetch, untilDue('calendars')),
      this.repeat('fetch busy calendars', REST.calendars, fetch, untilDue('calendars')),
      this.repeat(
        'maintain',
        REST.upkeep,
        () => this.maintenance.run(),
        () => Promise.resolve(),
      ),
    ]);
  }

  /** Waits up to SHUTDOWN_DEADLINE_S for what is being sent. After that, another worker sends it. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.commits.stop();
    await Promise.race([
      this.running?.then(() => this.webhooks.stop()),
      wait(this.config.shutdownDeadlineS * 1_000, undefined, { ref: false }),
    ]);
  }

  /** @param work returns true when it may leave more to do */
  private async repeat(name: string, rest: Rest, work: Work, untilWork: UntilWork): Promise<void> {
    const { signal } = this.stopping;
    const log = new FailureLog(this.logger, name);
    while (!signal.aborted) {
      const { state } = this.commits;
      const pause = await this.attempt(rest, work, log);
      await wait(pause ?? rest.least, undefined, { signal }).catch(() => undefined);
      if (pause === undefined) await untilWork(state);
    }
  }

  /** @returns how long to pause; undefined: the work leaves nothing to do */
  private async attempt(rest: Rest, work: Work, log: FailureLog): Promise<number | undefined> {
    try {
      if (!(await this.isReady())) return PAUSE.opening;
      const mayLeaveMore = await work();
      log.succeeded();
      this.outages.succeeded();
      return mayLeaveMore === true ? rest.between : undefined;
    } catch (error) {
      if (isDatabaseAway(error)) this.outages.failed();
      else log.failed(error);
      return PAUSE.error;
    }
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
