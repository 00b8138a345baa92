import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Arrivals } from './receivers';

/** Receivers of webhooks, in a process of their own. */
export class Receivers {
  private constructor(
    private readonly child: ChildProcess,
    /** One URL for each; the last one never answers. */
    readonly urls: readonly string[],
  ) {}

  static async start(count: number): Promise<Receivers> {
    const child = fork(join(__dirname, 'receivers.js'), [String(count)]);
    process.once('exit', () => child.kill());
    const [ports] = (await once(child, 'message')) as [number[]];
    return new Receivers(
      child,
      ports.map((port) => `http://127.0.0.1:${port}/`),
    );
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** How many deliveries have arrived since the last `take`. */
  count(): Promise<number> {
    return this.ask('count');
  }

  /** What has arrived since the last `take`. */
  take(): Promise<Arrivals> {
    return this.ask('take');
  }

  stop(): void {
    this.child.kill();
  }

  private async ask<Answer>(question: 'count' | 'take'): Promise<Answer> {
    this.child.send(question);
    const [answer] = (await once(this.child, 'message')) as [Answer];
    return answer;
  }
}
