import { Inject } from '@nestjs/common';
import { CommandRunner } from 'nest-commander';
import { printable, printableJson } from '../values/printable';
import { CommandServices } from './command-services';
import type { FieldType } from '../http/validation/field-type';

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

/** A command was called with a wrong option or value; the message says which. */
export class UsageError extends Error {}

/**
 * Reads the value of an option by the rules of the same field in the API.
 * @param name with its dashes
 * @returns the value in its stored form, of the type that `type` describes
 * @throws UsageError
 */
export function readOption(name: string, type: FieldType, text: string): unknown {
  // Commander takes the next word as the value, even when it is another option.
  if (text.startsWith('--')) throw new UsageError(`${name} needs a value`);
  const value = type.clean?.(text) ?? text;
  const fault = type.fault(value);
  if (fault !== undefined) throw new UsageError(`${name} ${fault}`);
  return value;
}
