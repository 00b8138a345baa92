import type { CommandRunner } from 'nest-commander';

type Command = Parameters<CommandRunner['setCommand']>[0];

/** The help lists every command without sub-commands, with its required options. */
export const helpConfiguration = {
  showGlobalOptions: true,
  visibleCommands: (command: Command): Command[] => command.commands.flatMap(leavesOf),
  subcommandTerm: (command: Command): string => [...pathOf(command), ...requiredOptionsOf(command)].join(' '),
};

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** The names from the first command below the program to this one. */
function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

function requiredOptionsOf(command: Command): string[] {
  return command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
}
