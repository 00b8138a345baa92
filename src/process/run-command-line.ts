import { CommandFactory } from 'nest-commander';
import { CliModule } from '../cli.module';
import { serviceVersion } from '../platform/version';
import { helpConfiguration } from '../platform/cli/help';
import { explain } from './explain';

/** Runs the command that the arguments name. A failure is one line on stderr, with exit code 1. */
export async function runCommandLine(): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  try {
    await CommandFactory.run(CliModule, {
      logger: false,
      abortOnError: false,
      // Errors of usage and of work both reach the `catch` below, the only place that prints them.
      errorHandler: rethrow,
      serviceErrorHandler: rethrow,
      helpConfiguration,
      version: serviceVersion(),
      outputConfiguration: { outputError: () => undefined },
    });
  } catch (error) {
    if (isHelp(error)) return;
    process.stderr.write(`error: ${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** The reader of the output may end first, as `head` does in `… | head`. The command still finishes its work. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function rethrow(error: Error): never {
  throw error;
}

/** Commander also throws after it has shown the help or the version. */
function isHelp(error: unknown): boolean {
  return error instanceof Error && 'exitCode' in error && error.exitCode === 0;
}
