import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An HTTP answer that no client library has changed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A TCP connection that can send any bytes. */
export class RawConnection {
  private received = Buffer.alloc(0);

  private constructor(private readonly socket: Socket) {
    socket.on('data', (data) => (this.received = Buffer.concat([this.received, data])));
    // Ignores the error of a write after the service has closed the connection.
    socket.on('error', () => undefined);
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  say(text: string | Buffer): void {
    this.socket.write(text);
  }

  /** Waits for the next complete answer. */
  async answer(method = 'GET'): Promise<RawAnswer> {
    for (;;) {
      const answer = this.take(method);
      if (answer !== undefined) return answer;
      if (this.socket.closed) throw new Error(`no answer: ${this.received.toString('latin1')}`);
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }

  /** Waits until the service has closed the connection. */
  async end(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close');
  }

  hangUp(): void {
    this.socket.destroy();
  }

  private take(method: string): RawAnswer | undefined {
    const end = this.received.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const [statusLine = '', ...lines] = this.received.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
    const length = method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? 0);
    if (this.received.length < end + 4 + length) return undefined;
    const text = this.received.subarray(end + 4, end + 4 + length).toString();
    this.received = this.received.subarray(end + 4 + length);
    return { status: Number(statusLine.split(' ')[1]), headers, text };
  }
}

/** Sends one text on a new connection and returns the answer. */
export async function say(url: string, text: string | Buffer, method?: string): Promise<RawAnswer> {
  const connection = await RawConnection.open(url);
  connection.say(text);
  try {
    return await connection.answer(method);
  } finally {
    connection.hangUp();
  }
}
