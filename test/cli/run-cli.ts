import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Runs the command line as `npm run cli` does, with nothing of this process's environment or of a `.env` file. */
export function runCli(environment: Environment, ...args: string[]): Promise<Ended> {
  return run(process.execPath, [join(ROOT, 'bin/cli.mjs'), ...args], environment);
}

/** Compiles what the command line consists of, for whoever runs these tests before anything else. */
export async function build(): Promise<void> {
  const built = await run(process.execPath, [join(ROOT, 'bin/build-if-needed.mjs')], {});
  if (built.code !== 0) throw new Error(built.stderr);
}

/** Runs a program to its end, in a folder that is not the checkout. */
export function run(
  file: string,
  args: readonly string[],
  environment: Environment,
  cwd: string = tmpdir(),
): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(file, args, { cwd, env: { PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
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
