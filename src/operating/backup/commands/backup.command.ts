import { Command, Option } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { SystemClock } from '../../../platform/clock';
import { text } from '../../../platform/http/validation/text-types';
import { loadConfig } from '../../../platform/config/config';
import { backUp } from '../backup';
import { MAX_PATH, size } from './backup-options';

interface BackupOptions {
  readonly to: string;
}

@Command({
  name: 'backup',
  description: 'Copy the embedded database and the stored files, also while the service runs',
})
export class BackupCommand extends CliCommand {
  @Option({ flags: '--to <folder>', description: 'a folder that is empty, or not there yet', required: true })
  parseTo(value: string): string {
    return readOption('--to', text(MAX_PATH), value) as string;
  }

  async run(_: string[], options: BackupOptions): Promise<void> {
    const facts = await backUp(loadConfig(), new SystemClock(), options.to);
    this.print(
      { folder: options.to, ...facts },
      ({ folder }) => `The backup is in ${folder}: ${size(facts)}.`,
    );
  }
}
