import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Event } from './events';
import type { TestService } from './test-service';

/** An event as the stream sends it. */
export interface SentEvent {
  readonly id: number;
  readonly type: string;
  readonly data: Event;
}

export interface StreamOptions {
  /** By default that of the administrator. */
  readonly key?: string | undefined;
  readonly lastEventId?: number | string;
  /** With its question mark. */
  readonly query?: string;
}

/** A reader of GET /events/stream. */
export class StreamReader {
  readonly events: SentEvent[] = [];
  readonly comments: string[] = [];
  /** The last `id` that was sent. */
  cursor = NaN;
  private text = '';
  private heard: () => void = () => undefined;
  private readonly closed: Promise<unknown>;

  private constructor(
    private readonly sent: ClientRequest,
    readonly answer: IncomingMessage,
  ) {
    // A stream that is cut off ends with an error, too.
    this.closed = new Promise((resolve) => answer.once('close', resolve));
    answer.on('error', () => undefined).setEncoding('utf8');
  }

  /** Opens a stream, and reads it. */
  static async open(service: TestService, options: StreamOptions = {}): Promise<StreamReader> {
    const reader = await StreamReader.openUnread(service, options);
    reader.start();
    await reader.until(() => !Number.isNaN(reader.cursor));
    return reader;
  }

  /** Opens a stream that is not read. */
  static async openUnread(
    { url, admin }: TestService,
    { key = admin.key, lastEventId, query = '' }: StreamOptions = {},
  ): Promise<StreamReader> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    };
    const sent = request(`${url}/api/v1/events/stream${query}`, { headers, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return new StreamReader(sent, answer);
  }

  /** Begins to read. */
  start(): void {
    this.answer.on('data', (text: string) => {
      this.read(text);
    });
  }

  /** Waits until it has got so many events. */
  async has(count: number): Promise<readonly SentEvent[]> {
    await this.until(() => this.events.length >= count);
    return this.events;
  }

  /** Waits until it has got so many comments. */
  hasComments(count: number): Promise<void> {
    return this.until(() => this.comments.length >= count);
  }

  /** Waits until the service has ended the stream. @returns whether it did so in an orderly way */
  async ended(): Promise<boolean> {
    this.answer.resume();
    await this.closed;
    return this.answer.complete;
  }

  async close(): Promise<void> {
    this.sent.destroy();
    await this.closed;
  }

  private async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      const hears = new Promise<void>((resolve) => (this.heard = resolve));
      const isOver = await Promise.race([hears, this.closed.then(() => true)]);
      if (isOver === true && !holds()) throw new Error('the stream has ended');
    }
  }

  private read(text: string): void {
    const blocks = (this.text + text).split('\n\n');
    this.text = blocks.pop() ?? '';
    for (const block of blocks) this.take(block.split('\n'));
    this.heard();
  }

  private take(lines: readonly string[]): void {
    const valueOf = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [id, type, data, comment] = ['id', 'event', 'data', ''].map(valueOf);
    if (id !== undefined) this.cursor = Number(id);
    if (comment !== undefined) this.comments.push(comment);
    if (data !== undefined) {
      this.events.push({ id: Number(id), type: type ?? '', data: JSON.parse(data) as Event });
    }
  }
}
