import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');

/** The built service in a process of its own, as an operator runs it, with all that it prints. */
export class SpawnedService {
  private printed = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text;
      });
    }
  }

  /** Builds what has to be built, and resolves once the service listens. */
  static async start(environment: Readonly<Record<string, string>>): Promise<SpawnedService> {
    await promisify(execFile)(process.execPath, [join(ROOT, 'bin/build-if-needed.mjs')]);
    const child = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], {
      env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const service = new SpawnedService(child);
    await service.listening();
    return service;
  }

  get url(): string {
    return /API +(http:\S+)\/api\/v1/.exec(this.printed)?.[1] ?? '';
  }

  /** Everything on its standard output and error so far. */
  get output(): string {
    return this.printed;
  }

  /** Ends it; without effect when it has ended. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exit = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await exit;
  }

  private async listening(): Promise<void> {
    while (this.url === '') {
      if (this.child.exitCode !== null) throw new Error(`the service ended:\n${this.printed}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
