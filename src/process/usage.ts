import { Command } from 'commander';
import usage from '../command-help.json';
import { serviceVersion } from '../platform/version';

/** What the help says of a command. `npm run generate` derives it from the commands. */
interface Usage {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly {
    readonly flags: string;
    readonly description: string;
    readonly required?: true;
  }[];
  readonly commands?: readonly Usage[];
}

/**
 * Reads the arguments without loading a command. Prints the help or the version where they ask for it.
 * @param args as `process.argv` @returns the words of the command that they name, such as `api:key create`
 * @throws CommanderError of a command or an option that does not exist, or lacks; and after the help and the version
 */
export function namedCommand(args: readonly string[]): string | undefined {
  let named: string | undefined;
  const program = new Command(usage.name)
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: ({ commands }) => commands.flatMap(leavesOf),
      subcommandTerm: (command) => [...wordsOf(command), ...requiredOptionsOf(command)].join(' '),
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .version(serviceVersion());
  describe(program, usage as Usage, (command) => {
    named = wordsOf(command).join(' ');
  });
  program.parse(args);
  return named;
}

function describe(command: Command, { description, options = [], commands }: Usage, call: Call): void {
  command.description(description);
  for (const { flags, description: text, required } of options)
    command[required === true ? 'requiredOption' : 'option'](flags, text);
  for (const sub of commands ?? []) describe(command.command(sub.name), sub, call);
  if (commands === undefined)
    command.allowExcessArguments(false).action(() => {
      call(command);
    });
  // Options of an unknown sub-command reach `refuse`, which names the sub-command rather than its options.
  else
    command.allowUnknownOption().action(() => {
      showGroup(command);
    });
}

type Call = (command: Command) => void;

/** A group alone shows its help. */
function showGroup(command: Command): void {
  const [word] = command.args;
  if (word !== undefined) command.error(`unknown ${word.startsWith('-') ? 'option' : 'command'} '${word}'`);
  command.outputHelp();
}

/** The help lists every command without sub-commands, with its required options. */
function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** The names from the first command below the program to this one. */
function wordsOf(command: Command): string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}

function requiredOptionsOf({ options }: Command): string[] {
  return options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
}
