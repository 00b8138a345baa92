import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The exit code of a program and its output. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Runs the command line as `npm run cli` does, but without this process's environment and without a `.env` file. */
export function runCli(environment: Environment, ...args: string[]): Promise<Ended> {
  return run(process.execPath, ['--', join(ROOT, 'bin/cli.mjs'), ...args], environment);
}

/**
 * Runs the command line at a terminal, which `script` makes, where a person types an answer once there is a question.
 * @returns what the terminal shows, which is both streams, as `stdout`
 */
export function runAtTerminal(answer: string, environment: Environment, ...args: string[]): Promise<Ended> {
  const command = [process.execPath, '--', join(ROOT, 'bin/cli.mjs'), ...args].join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: tmpdir(),
    env: whole(environment),
  });
  child.stdout.once('data', () => child.stdin.write(answer));
  return ended(child);
}

let building: Promise<void> | undefined;

/** Compiles the program if necessary, so that a test file can be run alone. */
export function build(): Promise<void> {
  return (building ??= buildIfNeeded());
}

async function buildIfNeeded(): Promise<void> {
  const built = await run(process.execPath, [join(ROOT, 'bin/build-if-needed.mjs')], {});
  if (built.code !== 0) throw new Error(built.stderr);
}

/** Runs a program to its end, by default outside the checkout. */
export function run(
  file: string,
  args: readonly string[],
  environment: Environment,
  cwd: string = tmpdir(),
): Promise<Ended> {
  return ended(spawn(file, args, { cwd, env: whole(environment), stdio: ['ignore', 'pipe', 'pipe'] }));
}

function whole(environment: Environment): Environment {
  return { PATH: process.env['PATH'] ?? '', ...environment };
}

function ended(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => (written[stream] += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      resolve({ code, ...written });
    });
  });
}
