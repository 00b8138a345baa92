import type { CommandRunner } from 'nest-commander';

type Command = Parameters<CommandRunner['setCommand']>[0];

/** Help lists every command that does something, with the options that it cannot do without. */
export const helpConfiguration = {
  visibleCommands: (command: Command): Command[] => command.commands.flatMap(leavesOf),
  subcommandTerm: (command: Command): string => [...pathOf(command), ...requiredOptionsOf(command)].join(' '),
};

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** Names from below the program down to the command. */
function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

function requiredOptionsOf(command: Command): string[] {
  return command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
}
