import { createRequire } from 'node:module';
import { format } from 'prettier';
import { built } from './app.mjs';

const require = createRequire(import.meta.url);

/** What the help says of the program and of each command, as nest-commander has made it of their classes. */
export async function generate() {
  const { CommandFactory } = require('nest-commander');
  const { commandsModule } = built('process/run-command');
  const { ProgramCommand } = built('platform/cli/program.command');
  const { COMMANDS } = built('commands');
  const module = await commandsModule(Object.keys(COMMANDS));
  const app = await CommandFactory.createWithoutRunning(module, { logger: false });
  const usage = usageOf(app.get(ProgramCommand).command);
  await app.close();
  return format(JSON.stringify(usage), { parser: 'json', printWidth: 110 });
}

function usageOf(command) {
  const commands = [...command.commands].map(usageOf);
  return {
    name: command.name(),
    description: command.description(),
    options: command.options.map(({ flags, description, mandatory }) => ({
      ...{ flags, description },
      ...(mandatory && { required: true }),
    })),
    ...(commands.length > 0 && { commands }),
  };
}
