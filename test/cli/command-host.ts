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

  private constructor(private readonly child: ChildProcess) {}

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

  private async ask(environment: Environment, args: readonly string[]): Promise<Ended> {
    const { PATH = '' } = process.env;
    const failure = once(this.child, 'exit').then(() => {
      throw new Error('the process of the command host has ended');
    });
    const answer = once(this.child, 'message') as Promise<[Ended]>;
    this.child.send({ environment: { PATH, ...environment }, args });
    const [ended] = await Promise.race([answer, failure]);
    return ended;
  }
}
