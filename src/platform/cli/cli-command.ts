import { Inject } from '@nestjs/common';
import { CommandRunner } from 'nest-commander';
import { printable, printableJson } from '../values/printable';
import { CommandServices } from './command-services';

/** The type of a command in commander, which nest-commander does not export. */
type Command = Parameters<CommandRunner['setCommand']>[0];

/** A command that prints its result as text for people or, with `--json`, as JSON for scripts. */
export abstract class CliCommand extends CommandRunner {
  @Inject(CommandServices) protected readonly services: CommandServices;

  override setCommand(command: Command): this {
    return super.setCommand(command.exitOverride().allowExcessArguments(false));
  }

  /** Writes exactly one JSON value, or a text, to stdout. */
  protected print<T>(data: T, toText: (data: T) => string): void {
    const { json } = this.command.optsWithGlobals<{ readonly json?: boolean }>();
    process.stdout.write(
      `${json === true ? printableJson(JSON.stringify(data)) : printable(toText(data))}\n`,
    );
  }
}

/** A command that only holds sub-commands. Called alone, it shows its help. */
export abstract class CommandGroup extends CommandRunner {
  override setCommand(command: Command): this {
    // Options of an unknown sub-command reach `run`, which names the sub-command rather than its options.
    return super.setCommand(command.exitOverride().allowUnknownOption().allowExcessArguments());
  }

  run([word]: string[]): Promise<void> {
    if (word?.startsWith('-')) this.command.error(`unknown option '${word}'`);
    if (word !== undefined) this.command.error(`unknown command '${word}'`);
    this.command.outputHelp();
    return Promise.resolve();
  }
}
