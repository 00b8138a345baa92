import { RootCommand } from 'nest-commander';
import { CommandGroup } from './cli-command';

/** The program itself, whose help lists the commands. */
@RootCommand({
  name: 'npm run cli --',
  description:
    'Users and their API keys, on the machine of the service, whether it runs or not.\n' +
    'Add --silent after "run" for output without npm’s own lines.',
})
export class ProgramCommand extends CommandGroup {}
