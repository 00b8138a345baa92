import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Got } from './readers';

/** Open streams of events, whose readers are in a process of their own. */
export class OpenStreams {
  private constructor(private readonly child: ChildProcess) {}

  /** Opens so many streams. @throws Error when one is refused */
  static async open(origin: string, key: string, count: number): Promise<OpenStreams> {
    const child = fork(join(__dirname, 'readers.js'), [new URL(origin).port, key, String(count)]);
    const kill = () => child.kill();
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const opened = once(child, 'message');
    await Promise.race([opened, once(child, 'exit').then(refused)]);
    return new OpenStreams(child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async received(): Promise<Got> {
    this.child.send('received');
    const [got] = (await once(this.child, 'message')) as [Got];
    return got;
  }

  async close(): Promise<void> {
    this.child.kill();
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }
}

function refused(): never {
  throw new Error('a stream was refused');
}
