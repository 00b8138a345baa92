import { CommandFactory } from 'nest-commander';
import { CliModule } from '../cli.module';
import { explain } from './explain';
import { helpConfiguration } from '../platform/cli/help';

/** Runs the command of the process's arguments. Whatever goes wrong is one line on stderr, with exit code 1. */
export async function runCommandLine(): Promise<void> {
  try {
    await CommandFactory.run(CliModule, {
      logger: false,
      abortOnError: false,
      // Faults of the usage and of the work end up below, where alone they are printed.
      errorHandler: rethrow,
      serviceErrorHandler: rethrow,
      helpConfiguration,
      outputConfiguration: { outputError: () => undefined },
    });
  } catch (error) {
    if (isHelp(error)) return;
    process.stderr.write(`error: ${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function rethrow(error: Error): never {
  throw error;
}

/** Commander ends a command that has shown its help with an error, too. */
function isHelp(error: unknown): boolean {
  return error instanceof Error && 'exitCode' in error && error.exitCode === 0;
}
