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
    process.stdout.write(`${this.isJson ? printableJson(JSON.stringify(data)) : printable(toText(data))}\n`);
  }

  /** Whether the result is JSON. */
  protected get isJson(): boolean {
    return this.command.optsWithGlobals<{ readonly json?: boolean }>().json === true;
  }

  /** Writes a part of a result that is too long for memory. Waits until the reader has taken it, or has gone. */
  protected write(part: string): Promise<void> {
    const text = this.isJson ? printableJson(part) : printable(part);
    return new Promise((resolve) => {
      process.stdout.write(text, () => {
        resolve();
      });
    });
  }
}

/** A command that only holds sub-commands. Alone it is never run: `process/usage.ts` answers a call without a sub-command. */
export abstract class CommandGroup extends CommandRunner {
  override setCommand(command: Command): this {
    return super.setCommand(command.exitOverride());
  }

  run(): Promise<void> {
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
