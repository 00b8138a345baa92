import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Ended, type Environment } from './run-cli';

/**
 * A process that runs commands of the command line one after another, each with an environment of its own. The start of Node
 * and the loading of the program, which take longer than most commands, happen once. The tests of `test/cli` cover what only a
 * process of its own shows: its exit code, its streams and its end.
 */
export class CommandHost {
  private last: Promise<unknown> = Promise.resolve();
  private answer: (ended: Ended) => void = () => undefined;
  private readonly hasEnded: Promise<never>;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (ended: Ended) => {
      this.answer(ended);
    });
    this.hasEnded = once(child, 'exit').then(() => {
      throw new Error('the process of the command host has ended');
    });
    // Only a command that waits for its answer reports it.
    this.hasEnded.catch(() => undefined);
  }

  static async start(): Promise<CommandHost> {
    await build();
    return new CommandHost(fork(join(__dirname, 'command-host.mjs'), { cwd: tmpdir(), execArgv: [] }));
  }

  /** Runs a command after those that were asked for before. */
  run(environment: Environment, ...args: string[]): Promise<Ended> {
    const ended = this.last.then(() => this.ask(environment, args));
    this.last = ended;
    return ended;
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.disconnect();
    await exit;
  }

  private ask(environment: Environment, args: readonly string[]): Promise<Ended> {
    const { PATH = '' } = process.env;
    const answered = new Promise<Ended>((resolve) => (this.answer = resolve));
    this.child.send({ environment: { PATH, ...environment }, args });
    return Promise.race([answered, this.hasEnded]);
  }
}
