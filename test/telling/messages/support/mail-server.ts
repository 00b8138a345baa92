import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An e-mail as the server received it. */
export interface ReceivedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  /** Headers and body, undecoded. */
  readonly source: string;
}

/** A real SMTP server on a free port. It keeps the e-mail that it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** While set, the server refuses these commands. */
  refusal: { on: 'RCPT' | 'DATA'; code: number; message: string } | undefined;

  private held = 0;
  private gate: Promise<void> | undefined;

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

  /** The e-mail that was received last. */
  get last(): ReceivedMail {
    const last = this.received.at(-1);
    if (last === undefined) throw new Error('the mail server has received no e-mail');
    return last;
  }

  /** Resolves once the server has received this many e-mails. */
  async until(count: number): Promise<void> {
    while (this.received.length < count) await once(this.server, 'kept');
  }

  /** Delays the answer to each e-mail until the returned function is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** Resolves once this many e-mails wait for their answer. */
  async untilHeld(count = 1): Promise<void> {
    while (this.held < count) await once(this.server, 'held');
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async holding(): Promise<void> {
    if (this.gate === undefined) return;
    this.held++;
    this.server.emit('held');
    await this.gate;
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
