import { type ClientRequest, type IncomingMessage, request } from 'node:http';

const EVENTS = '/api/v1/events/stream';

/** Readers of the stream of events, which only count what they get. */
export class OpenStreams {
  private events = 0;
  private bytes = 0;

  private constructor(private readonly readers: readonly ClientRequest[]) {}

  /** Opens so many streams. @throws Error when one is refused */
  static async open(origin: string, key: string, count: number): Promise<OpenStreams> {
    const options = { headers: { authorization: `Bearer ${key}` }, agent: false };
    const readers = Array.from({ length: count }, () => request(origin + EVENTS, options));
    const streams = new OpenStreams(readers);
    await Promise.all(readers.map((reader) => streams.read(reader)));
    return streams;
  }

  /** What all readers together have got. */
  get received(): { readonly events: number; readonly megabytes: number } {
    return { events: this.events, megabytes: this.bytes / 1e6 };
  }

  close(): void {
    for (const reader of this.readers) reader.destroy();
  }

  private read(reader: ClientRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      reader.on('error', reject).on('response', (answer: IncomingMessage) => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`a stream was answered with ${answer.statusCode}`));
        answer.on('data', (chunk: Buffer) => {
          this.count(chunk);
        });
        answer.on('error', () => undefined);
      });
      reader.end();
    });
  }

  private count(chunk: Buffer): void {
    this.bytes += chunk.length;
    for (let at = chunk.indexOf('\nevent: '); at >= 0; at = chunk.indexOf('\nevent: ', at + 1)) this.events++;
  }
}
