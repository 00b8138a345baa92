import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message as it came in. */
export interface ReceivedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  /** Headers and body, as they went over the wire. */
  readonly source: string;
}

/** A real SMTP server on a free port, which keeps what it gets. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** The answer to the next commands, when it is a refusal. */
  refusal: { on: 'RCPT' | 'DATA'; code: number; message: string } | undefined;

  private held = 0;
  private release: Promise<void> | undefined;

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 1_000,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        done(mailServer.refuses('RCPT'));
      },
      onData: (stream, { envelope }, done) => {
        void text(stream).then(async (source) => {
          await mailServer.holding();
          const refusal = mailServer.refuses('DATA');
          if (refusal === undefined) mailServer.keep(envelope, source);
          done(refusal);
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const mailServer = new MailServer(server, (listening.address() as AddressInfo).port);
    return mailServer;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The newest message. */
  get last(): ReceivedMail {
    const last = this.received.at(-1);
    if (last === undefined) throw new Error('no message has come in');
    return last;
  }

  /** Resolves once so many messages have come in. */
  async until(count: number): Promise<void> {
    while (this.received.length < count) await once(this.server, 'kept');
  }

  /** Keeps messages waiting for their answer until the function it returns is called. */
  hold(): () => void {
    let letGo = (): void => undefined;
    this.release = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  }

  /** Resolves once so many messages wait for their answer. */
  async untilHeld(count = 1): Promise<void> {
    while (this.held < count) await once(this.server, 'held');
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async holding(): Promise<void> {
    if (this.release === undefined) return;
    this.held++;
    this.server.emit('held');
    await this.release;
  }

  private keep(
    { mailFrom, rcptTo }: { mailFrom: false | { address: string }; rcptTo: readonly { address: string }[] },
    source: string,
  ): void {
    this.received.push({
      sender: mailFrom === false ? '' : mailFrom.address,
      recipients: rcptTo.map(({ address }) => address),
      source,
    });
    this.server.emit('kept');
  }

  private refuses(command: 'RCPT' | 'DATA'): Error | undefined {
    if (this.refusal?.on !== command) return undefined;
    const { code, message } = this.refusal;
    return Object.assign(new Error(message), { responseCode: code });
  }
}
