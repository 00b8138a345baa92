import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { EmbeddedServerError, messageOf } from '../errors';
import type { ServerAccount } from '../cluster/server-account';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly account: ServerAccount;
  readonly onLine?: (line: string) => void;
}

export interface SupervisedProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with how: "exit code 1", "signal SIGKILL". */
  readonly ended: Promise<string>;
  /** The last lines of its output. */
  readonly output: readonly string[];
  hasEnded(): boolean;
  /** Lets this process exit while the program runs; the watcher then ends the program. */
  unref(): void;
  /** Closes the pipe, as the end of this process would: the watcher then asks the program to shut down. Needs no right to signal. */
  closePipe(): void;
}

/**
 * The program replaces the shell, so its pid is that of our child. The watcher reads from a pipe whose other end only we hold:
 * at the end of file we have ended, and it sends SIGINT to the program, which for postgres is a fast shutdown. A line means
 * that the program has ended, and its pid must not be signalled any more. The double parentheses detach the watcher from
 * the program: PostgreSQL takes the end of an unknown child for a crash.
 */
const SUPERVISOR = `exec 3<&0
( (while read -r _ <&3; do exit 0; done; kill -INT $$) >/dev/null 2>&1 & )
exec "$@" </dev/null 3<&-`;

const KEPT_LINES = 40;

/** The whole environment of the children: no credentials, locale or PG* variables of ours reach them. */
const CHILD_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Starts a program that ends soon after this process ends. It runs in a session of its own: Ctrl-C does not reach it. */
export async function startSupervised(command: Command): Promise<SupervisedProcess> {
  const child = spawnChild(command);
  const pid = await startedPid(child, command);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) collectLines(stream, output, command.onLine);

  let over = false;
  const ended = new Promise<string>((resolve) => {
    // `close` follows the last line of output, but only after every backend has closed its copy of the pipe.
    child.once('exit', (code, signal) => {
      over = true;
      child.stdin?.end('over\n');
      const how = signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
      const latest = setTimeout(() => {
        resolve(how);
      }, 200);
      child.once('close', () => {
        clearTimeout(latest);
        resolve(how);
      });
    });
  });
  child.stdin?.on('error', () => undefined);
  return {
    pid,
    ended,
    output,
    hasEnded: () => over,
    unref: () => {
      unref(child);
    },
    closePipe: () => child.stdin?.destroy(),
  };
}

function spawnChild({ program, args, cwd, account }: Command): ChildProcess {
  const options = { ...account, cwd, env: CHILD_ENV, stdio: 'pipe', windowsHide: true } as const;
  try {
    // Windows (not tested) has no sh; the job object that Node puts its children in ends them with us.
    if (process.platform === 'win32') return spawn(program, args, options);
    return spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', program, ...args], { ...options, detached: true });
  } catch (error) {
    throw cannotStart(error, account);
  }
}

async function startedPid(child: ChildProcess, { account }: Command): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      reject(cannotStart(error, account));
    });
  });
  if (child.pid === undefined) throw cannotStart('no process id', account);
  return child.pid;
}

function cannotStart(error: unknown, account: ServerAccount): EmbeddedServerError {
  const whom = account === undefined ? '' : ` as uid ${account.uid} (PostgreSQL refuses to run as root)`;
  return new EmbeddedServerError(
    `The embedded PostgreSQL cannot be started${whom}: ${messageOf(error)}. ` +
      'Run the service as an ordinary user, or set DATABASE_URL.',
  );
}

function collectLines(stream: Readable | null, output: string[], onLine?: (line: string) => void): void {
  if (stream === null) return;
  createInterface({ input: stream }).on('line', (line) => {
    output.push(line);
    if (output.length > KEPT_LINES) output.shift();
    onLine?.(line);
  });
}

function unref(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if (stream instanceof Socket) stream.unref();
  }
}
