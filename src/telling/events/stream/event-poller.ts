import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MAX_LENGTH } from '../../../platform/database/reads/page-window';
import { isDatabaseAway } from '../../../platform/database/sqlstate';
import { RefusedError, ValidationError } from '../../../platform/errors/errors';
import type { EventResponse } from '../dto/event.dto';
import { EventQueries } from '../reading/event.queries';
import { EventReader } from '../reading/event-reader';
import { type EventStream, framesOf } from './event-stream';

/** In ms. A worker numbers within 0.7 s after a commit (`CommitWatch`), so that an event is sent within a second after it. */
const PAUSE = { idle: 300, error: 2_000 };

/** Reads new events once for all streams of this instance that have caught up. It reads only while there are some. */
@Injectable()
export class EventPoller {
  private readonly logger = new Logger('Events');
  private readonly stopping = new AbortController();
  /** The streams that are fed, each with the function that resolves the promise of `join`. */
  private readonly streams = new Map<EventStream, () => void>();
  /** Every stream has the events up to here. */
  private position = 0;
  private running: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly queries: EventQueries,
    private readonly reader: EventReader,
  ) {}

  /**
   * @returns a promise that resolves when the stream is no longer fed: its client is gone, or leaves too much unread; undefined when the
   * other streams are ahead: the stream must catch up by itself first
   */
  join(stream: EventStream): Promise<void> | undefined {
    if (this.streams.size === 0) this.position = stream.cursor;
    if (stream.cursor < this.position) return undefined;
    const left = new Promise<void>((resolve) => this.streams.set(stream, resolve));
    this.running ??= this.run();
    return left;
  }

  /** Stops feeding a stream. */
  leave(stream: EventStream): void {
    this.streams.get(stream)?.();
    this.streams.delete(stream);
  }

  /** Resolves when the last read has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (this.streams.size > 0 && !signal.aborted) {
      const pause = await this.attempt();
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
    this.running = undefined;
  }

  private async attempt(): Promise<number> {
    const from = this.position;
    try {
      const hasMore = await this.read(from);
      this.isFailing = false;
      return hasMore ? 0 : PAUSE.idle;
    } catch (error) {
      if (error instanceof RefusedError || error instanceof ValidationError) this.endAt(from);
      else this.report(error);
      return PAUSE.error;
    }
  }

  private async read(from: number): Promise<boolean> {
    const { ids, next, hasMore } = await this.queries.after(from, {}, MAX_LENGTH);
    const events = await this.reader.byIds(ids);
    // Other streams have come in place of those that were read for, and may need earlier events.
    if (this.position !== from) return true;
    this.position = next;
    this.distribute(events, from, next);
    return hasMore;
  }

  private distribute(events: readonly EventResponse[], from: number, next: number): void {
    // Streams with equal selections get the same bytes.
    const shared = new Map<string, Buffer>();
    const framesFor = ({ selection, cursor }: EventStream) => {
      const isNew = (event: EventResponse) => event.id > cursor && selection.has(event);
      const key = `${Math.max(cursor, from)} ${selection.key}`;
      const frames = shared.get(key) ?? Buffer.from(framesOf(events.filter(isNew), selection));
      shared.set(key, frames);
      return frames;
    };
    for (const stream of this.streams.keys()) {
      stream.sendText(framesFor(stream), Math.max(stream.cursor, next));
      if (stream.isLagging) this.leave(stream);
    }
  }

  /** The next events have been deleted, or the database was restored: ends the streams, so that their readers begin anew. */
  private endAt(position: number): void {
    for (const stream of this.streams.keys()) if (stream.cursor <= position) stream.end();
  }

  /** Logs the first of several failures in a row. */
  private report(error: unknown): void {
    if (this.isFailing) return;
    this.isFailing = true;
    if (isDatabaseAway(error)) this.logger.warn('The database is away; streams wait until it is back');
    else this.logger.error({ err: error }, 'Events cannot be read for the streams; trying again');
  }
}
