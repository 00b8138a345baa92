import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Response } from 'express';
import { Authenticator } from '../../../people/auth/authenticator';
import { Clock } from '../../../platform/clock';
import { UnavailableError, ValidationError } from '../../../platform/errors/errors';
import { MAX_LENGTH } from '../../../platform/database/reads/page-window';
import { LATEST } from '../dto/event.dto';
import { type EventFilters, EventQueries } from '../reading/event.queries';
import { EventReader } from '../reading/event-reader';
import { EventPoller } from './event-poller';
import type { Caller } from '../../../platform/http/identity';
import { EventSelection } from './event-selection';
import { EventStream } from './event-stream';
import { LAST_EVENT_ID } from './last-event-id';

/** The most streams of one instance. */
const MOST_STREAMS = 100;
/** In ms; Node runs timers of more at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** In ms: how often an open stream gets a comment, and how often its key is checked again. */
const EVERY = { mark: 15_000, check: 500 };

/** What a reader requests. */
export interface StreamRequest {
  readonly filters: EventFilters;
  /** The last event that the reader has; undefined: only what happens from now on. */
  readonly lastEventId: number | undefined;
  readonly caller: Caller;
}

/** Opens streams of events, and ends them. */
@Injectable()
export class EventStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<EventStream>();
  private timers: NodeJS.Timeout[] = [];
  private checking: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly queries: EventQueries,
    private readonly reader: EventReader,
    private readonly poller: EventPoller,
    private readonly authenticator: Authenticator,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timers = [
      setInterval(() => {
        this.mark();
      }, EVERY.mark),
      setInterval(() => {
        this.checking ??= this.endUnauthorized()
          // The database is away: the next check tries again.
          .catch(() => undefined)
          .finally(() => (this.checking = undefined));
      }, EVERY.check),
    ].map((timer) => timer.unref());
  }

  /** Readers come back to another instance, and go on where they were. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const stream of this.streams) stream.end();
    await this.poller.stop();
  }

  /**
   * Resolves when the stream has ended.
   * @throws UnavailableError, RefusedError when events after the last one have been deleted, ValidationError when it is no event yet
   */
  async open(response: Response, { filters, lastEventId, caller }: StreamRequest): Promise<void> {
    if (response.req.method === 'HEAD') {
      EventStream.answerHead(response);
      return;
    }
    if (this.isStopping || this.streams.size >= MOST_STREAMS) throw new NoStreamLeftError();
    const { authorization } = response.req.headers;
    const { restrictions, token } = caller;
    const selection = new EventSelection(filters, restrictions?.hide);
    const stream = new EventStream(response, selection, authorization, JSON.stringify(restrictions));
    if (!stream.isOpen()) return;
    this.streams.add(stream);
    const end = token === undefined ? undefined : this.endAt(stream, token.endsAt);
    stream.onClose(() => {
      clearTimeout(end);
      this.streams.delete(stream);
      this.poller.leave(stream);
    });
    try {
      stream.begin(await this.cursorOf(lastEventId));
      await this.feed(stream, lastEventId !== undefined);
    } catch (error) {
      this.streams.delete(stream);
      throw error;
    }
  }

  /** Sends a comment to every reader. */
  mark(): void {
    for (const stream of this.streams) stream.mark();
  }

  /**
   * Ends the streams whose key was revoked or has expired or may do something else than before, or whose user is not an administrator any
   * more. The reads of all keys are sent together.
   */
  async endUnauthorized(): Promise<void> {
    const keys = new Set([...this.streams].map(({ authorization }) => authorization));
    await Promise.all([...keys].map((authorization) => this.endChanged(authorization)));
  }

  private async endChanged(authorization: string | undefined): Promise<void> {
    const identity = await this.authenticator.identify(authorization);
    const caller = identity.kind === 'caller' && identity.caller.roles.includes('admin') && identity.caller;
    const restrictions = caller && JSON.stringify(caller.restrictions);
    for (const stream of this.streams)
      if (stream.authorization === authorization && stream.restrictions !== restrictions) stream.end();
  }

  private endAt(stream: EventStream, endsAt: number): NodeJS.Timeout {
    const leftMs = Math.min(endsAt - this.clock.now(), LONGEST_TIMER_MS);
    return setTimeout(() => {
      stream.end();
    }, leftMs).unref();
  }

  /** @returns where the stream begins */
  private async cursorOf(lastEventId: number | undefined): Promise<number> {
    if (lastEventId === undefined) return (await this.queries.after(LATEST, {}, 0)).next;
    try {
      await this.queries.after(lastEventId, {}, 0);
      return lastEventId;
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      throw new ValidationError({ [LAST_EVENT_ID]: Object.values(error.details).join('; ') });
    }
  }

  /** Lets the poller feed a stream that has caught up. Others read by themselves, at the speed of their client. */
  private async feed(stream: EventStream, isBehind: boolean): Promise<void> {
    const { filters } = stream.selection;
    let hasMore = isBehind;
    while (stream.isOpen()) {
      const fed = hasMore ? undefined : this.poller.join(stream);
      await fed;
      await stream.drained();
      if (!stream.isOpen()) return;
      const page = await this.queries.after(stream.cursor, filters, MAX_LENGTH);
      stream.send(await this.reader.byIds(page.ids), page.next);
      hasMore = page.hasMore;
    }
  }
}

/** The instance has as many streams as it serves, or is stopping. */
class NoStreamLeftError extends UnavailableError {
  constructor() {
    super('This instance cannot serve another stream of events now');
  }
}
