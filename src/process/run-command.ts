import { Module, type Type } from '@nestjs/common';
import { Command, CommandFactory, type CommandRunner } from 'nest-commander';
import { COMMANDS, GROUPS } from '../commands';
import { CommandGroup } from '../platform/cli/cli-command';
import { CommandServices } from '../platform/cli/command-services';
import { ProgramCommand } from '../platform/cli/program.command';
import { DatabaseCommandServices } from './command-services';

const OPTIONS = {
  logger: false,
  abortOnError: false,
  errorHandler: rethrow,
  serviceErrorHandler: rethrow,
  outputConfiguration: { outputError: () => undefined },
} as const;

/** Loads the command of that name, and runs it with the arguments of the process. @throws what the command throws */
export async function runCommand(name: string): Promise<void> {
  await CommandFactory.run(await commandsModule([name]), OPTIONS);
}

/** @param names keys of `COMMANDS` */
export async function commandsModule(names: readonly string[]): Promise<Type> {
  const single: Type<CommandRunner>[] = [];
  const groups = new Map<string, Type<CommandRunner>[]>();
  for (const name of names) {
    const command = await COMMANDS[name]?.();
    if (command === undefined) throw new Error(`There is no command ${name}`);
    const [group = '', word] = name.split(' ');
    if (word === undefined) single.push(command);
    else groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  const providers = [...groups].flatMap(([name, commands]) => [groupOf(name, commands), ...commands]);
  @Module({
    providers: [
      { provide: CommandServices, useClass: DatabaseCommandServices },
      ProgramCommand,
      ...providers,
      ...single,
    ],
  })
  class CliModule {}
  return CliModule;
}

function groupOf(name: string, subCommands: Type<CommandRunner>[]): Type<CommandRunner> {
  @Command({ name, description: GROUPS[name] ?? '', subCommands })
  class Group extends CommandGroup {}
  return Group;
}

function rethrow(error: Error): never {
  throw error;
}
