import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Machine } from './machine';

/** A read, by `Date.now()`; status 0 without an answer. */
interface Read {
  /** When the request was sent. */
  readonly at: number;
  readonly status: number;
}

/** Reads over and over, and writes when each read began and its status. */
const PROGRAM = `
  const [url, key] = process.argv.slice(1);
  (async () => {
    for (;;) {
      const at = Date.now();
      const status = await fetch(url, { headers: { authorization: 'Bearer ' + key }, signal: AbortSignal.timeout(2000) })
        .then(async (answer) => (await answer.text(), answer.status), () => 0);
      console.log(at + ' ' + status);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();`;

/** A client inside a machine that asks the instance there, so that it still reaches it when the machine is cut off. */
export class IsolatedReader {
  private readonly reads: Read[] = [];

  private constructor(private readonly child: ChildProcess) {}

  /** @param key an API key */
  static start(machine: Machine, key: string): IsolatedReader {
    const url = `${machine.url}/api/v1/appointments?length=1`;
    const [program = '', ...args] = machine.commandInside(process.execPath, '-e', PROGRAM, url, key);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const reader = new IsolatedReader(child);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [at = 0, status = 0] = line.split(' ').map(Number);
      reader.reads.push({ at, status });
    });
    return reader;
  }

  async hasRead(): Promise<void> {
    while (!this.reads.some(({ status }) => status === 200))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async end(): Promise<readonly Read[]> {
    this.child.kill('SIGKILL');
    await once(this.child, 'close');
    return this.reads;
  }
}
