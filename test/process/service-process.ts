import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const CHECKOUT = join(__dirname, '../..');

export interface StartOptions {
  readonly program?: 'main' | 'worker';
  /** A program and its arguments that run node, such as `prlimit --fsize=4096`. */
  readonly through?: readonly string[];
  /** The folder of another version, which is built. */
  readonly checkout?: string;
}

/** A process of the service or the worker, as `npm start` and `npm run worker` run it. */
export class ServiceProcess {
  private written = '';
  private readonly ended: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.written += text));
    }
    this.ended = once(child, 'close');
  }

  static start(
    environment: Readonly<Record<string, string>>,
    { program = 'main', through = [], checkout = CHECKOUT }: StartOptions = {},
  ): ServiceProcess {
    const env = {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      WORKER: 'off',
      ...environment,
    };
    const [file, ...args] = [...through, process.execPath, join(checkout, 'dist/src', `${program}.js`)];
    return new ServiceProcess(spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Whether it has exited or was killed. */
  hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Its output so far. */
  get output(): string {
    return this.written;
  }

  /** Waits until the service listens. @returns its address */
  async url(): Promise<string> {
    for (;;) {
      const url = /API +(http:\/\/\S+)\/api\/v1/.exec(this.written)?.[1];
      if (url !== undefined) return url;
      if (this.hasEnded()) throw new Error(`the service ended: ${this.written}`);
      await Promise.race([this.ended, once(this.child.stdout ?? this.child, 'data')]);
    }
  }

  /** Waits until the output contains the text. */
  async hasWritten(text: string): Promise<void> {
    while (!this.written.includes(text)) {
      if (this.hasEnded()) throw new Error(`the service ended: ${this.written}`);
      await Promise.race([this.ended, once(this.child.stdout ?? this.child, 'data')]);
    }
  }

  /** Waits until it has ended. @returns its output and its exit code */
  async end(): Promise<{ code: number | null; written: string }> {
    await this.ended;
    return { code: this.child.exitCode, written: this.written };
  }

  async kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: number | null; written: string }> {
    this.child.kill(signal);
    return this.end();
  }
}
