import { CommanderError } from 'commander';
import { printable } from '../platform/values/printable';
import { namedCommand } from './usage';

/** Runs the command that the arguments name, and loads nothing but that one. A failure is one line on stderr, with exit code 1. */
export async function runCommandLine(): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  try {
    const name = namedCommand(process.argv);
    if (name === undefined) return;
    const { runCommand } = await import('./run-command.js');
    await runCommand(name);
  } catch (error) {
    if (isHelp(error)) return;
    process.stderr.write(`error: ${await explained(error)}\n`);
    process.exitCode = 1;
  }
}

/** The reader of the output may end first, as `head` does in `… | head`. The command still finishes its work. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Commander also throws after it has shown the help or the version. */
function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

async function explained(error: unknown): Promise<string> {
  if (error instanceof CommanderError) return printable(error.message.replace(/^error: /, ''));
  const { explain } = await import('./explain.js');
  return explain(error);
}
