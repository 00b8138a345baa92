import { Option, RootCommand } from 'nest-commander';
import { useEnvFile } from '../config/config';
import { CommandGroup, UsageError } from './cli-command';

/** The program itself, whose help lists the commands. Its options may stand before or after the name of a command. */
@RootCommand({
  name: 'npm run cli --',
  description:
    'Users, API keys, personal data, checks and backups of the service.\n' +
    'Run it on the machine of the service, which need not be running.\n' +
    'Add --silent after "run" for output without npm’s own lines.',
})
export class ProgramCommand extends CommandGroup {
  @Option({ flags: '--json', description: 'print JSON' })
  parseJson(): boolean {
    return true;
  }

  @Option({
    flags: '--env-file <path>',
    description: 'file with settings, such as /etc/scheduling.env; the environment overrides it',
  })
  parseEnvFile(path: string): string {
    if (path.trim() === '' || path.startsWith('-')) throw new UsageError('--env-file needs a value');
    useEnvFile(path);
    return path;
  }
}
