import { Inject } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { CommandServices } from './command-services';

/** The command as commander has it. */
type Command = Parameters<CommandRunner['setCommand']>[0];

/** What every command that does something takes. */
export interface CommonOptions {
  readonly json?: boolean;
}

/** A command that does something, and prints it for a person or, with `--json`, for a script. */
export abstract class CliCommand extends CommandRunner {
  @Inject(CommandServices) protected readonly services: CommandServices;

  override setCommand(command: Command): this {
    return super.setCommand(command.exitOverride().allowExcessArguments(false));
  }

  @Option({ flags: '--json', description: 'print JSON' })
  parseJson(): boolean {
    return true;
  }

  /** Writes exactly one JSON value, or a text, to stdout. */
  protected print<T>({ json }: CommonOptions, data: T, toText: (data: T) => string): void {
    process.stdout.write(`${json === true ? JSON.stringify(data) : toText(data)}\n`);
  }
}

/** A command that only holds others: alone, it shows its help. */
export abstract class CommandGroup extends CommandRunner {
  override setCommand(command: Command): this {
    return super.setCommand(command.exitOverride());
  }

  run([name]: string[]): Promise<void> {
    if (name !== undefined) this.command.error(`unknown command '${name}'`);
    this.command.outputHelp();
    return Promise.resolve();
  }
}
