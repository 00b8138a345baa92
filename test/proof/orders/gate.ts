import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { TcpProxy } from '../../support/tcp-proxy';

/** Statements that read and write no rows: they pass at once, because no order with them differs. */
const PASSES = /^(START TRANSACTION|BEGIN|ROLLBACK|SAVEPOINT|RELEASE|select set_config\('scheduling\.)/i;
const READY = 'Z';
const BACKEND_KEY = 'K';
/** The first message of a connection has no type, and neither has a request for TLS. */
const HEADER = 5;

/** What PostgreSQL answers as a whole: a simple query, or the messages up to a Sync. */
export interface Statement {
  readonly text: string;
  readonly backend: number;
  /** Resolves once PostgreSQL has answered. The answer is kept back. */
  readonly pass: () => Promise<void>;
  /** Gives the service the answer. */
  readonly deliver: () => void;
}

/**
 * A proxy of PostgreSQL's protocol between one instance of the service and the database. While it is closed it keeps each statement
 * until it is let through, and each answer until it is delivered.
 */
export class Gate extends TcpProxy {
  /** Statements that wait in front of the gate, the oldest first. */
  readonly waiting: Statement[] = [];
  readonly backends = new Set<number>();
  isClosed = false;
  private changed: () => void = () => undefined;

  /** Resolves when a statement waits, when `other` resolves, or after a time. */
  async nextStatement(other: Promise<unknown>, ms: number): Promise<void> {
    const arrived = new Promise<void>((resolve) => (this.changed = resolve));
    if (this.waiting.length > 0) return;
    const end = new AbortController();
    await Promise.race([arrived, other, wait(ms, undefined, { signal: end.signal }).catch(() => undefined)]);
    end.abort();
  }

  /** @param isFree whether it may pass a closed gate */
  arrive(statement: Statement, isFree: boolean): void {
    if (isFree || !this.isClosed) void statement.pass().then(statement.deliver);
    else {
      this.waiting.push(statement);
      this.changed();
    }
  }

  protected override link(client: Socket, server: Socket): void {
    new Connection(this, client, server);
  }
}

/** One connection of the service, message by message. */
class Connection {
  private readonly names = new Map<string, string>();
  private sent = Buffer.alloc(0);
  private received = Buffer.alloc(0);
  private hasStarted = false;
  private isReady = false;
  private backend = 0;
  private batch: Buffer[] = [];
  private texts: string[] = [];
  private answer: Buffer[] = [];
  private readonly unanswered: ((answer: Buffer) => void)[] = [];
  /** How many statements wait, or have answers that are kept back. */
  private kept = 0;

  constructor(
    private readonly gate: Gate,
    private readonly client: Socket,
    private readonly database: Socket,
  ) {
    client.on('data', this.onSent.bind(this));
    database.on('data', this.onReceived.bind(this)).on('close', () => gate.backends.delete(this.backend));
  }

  private onSent(bytes: Buffer): void {
    this.sent = Buffer.concat([this.sent, bytes]);
    for (;;) {
      const start = this.hasStarted ? 1 : 0;
      if (this.sent.length < start + 4) return;
      const length = start + this.sent.readUInt32BE(start);
      if (this.sent.length < length) return;
      const message = this.sent.subarray(0, length);
      this.sent = this.sent.subarray(length);
      if (this.isReady) this.onMessage(message);
      else this.database.write(message);
      this.hasStarted = true;
    }
  }

  private onMessage(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    const texts = message.subarray(HEADER).toString('latin1').split('\0');
    const [first = '', second = ''] = texts;
    this.batch.push(message);
    if (type === 'P') this.names.set(first, second);
    if (type === 'Q') this.texts.push(first);
    if (type === 'B') this.texts.push(this.names.get(second) ?? second);
    if (type === 'X') this.database.write(message);
    if (type !== 'Q' && type !== 'S') return;
    this.arrive(Buffer.concat(this.batch.splice(0)), this.texts.splice(0).join('; '));
  }

  private arrive(bytes: Buffer, text: string): void {
    let answer: Buffer = Buffer.alloc(0);
    const statement: Statement = {
      text,
      backend: this.backend,
      pass: async () => {
        answer = await new Promise<Buffer>((resolve) => {
          this.unanswered.push(resolve);
          this.database.write(bytes);
        });
      },
      deliver: () => {
        this.kept--;
        this.client.write(answer);
      },
    };
    this.kept++;
    this.gate.arrive(statement, this.kept === 1 && PASSES.test(text));
  }

  private onReceived(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    while (this.received.length >= HEADER) {
      const length = 1 + this.received.readUInt32BE(1);
      if (this.received.length < length) return;
      const message = this.received.subarray(0, length);
      this.received = this.received.subarray(length);
      this.onAnswer(String.fromCharCode(message[0] ?? 0), message);
    }
  }

  private onAnswer(type: string, message: Buffer): void {
    if (type === BACKEND_KEY) this.gate.backends.add((this.backend = message.readUInt32BE(HEADER)));
    if (!this.isReady) {
      this.isReady = type === READY;
      this.client.write(message);
      return;
    }
    this.answer.push(message);
    if (type === READY) this.unanswered.shift()?.(Buffer.concat(this.answer.splice(0)));
  }
}
