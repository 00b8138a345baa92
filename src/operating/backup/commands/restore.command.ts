import { Command, Option } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { text } from '../../../platform/http/validation/text-types';
import { loadConfig } from '../../../platform/config/config';
import { restore } from '../restore';
import { givenInstant, instantOption, MAX_PATH, size } from './backup-options';

interface RestoreOptions {
  readonly from: string;
  readonly to?: string;
}

@Command({ name: 'restore', description: 'Put a backup into an empty DATA_DIR, before the service starts' })
export class RestoreCommand extends CliCommand {
  @Option({ flags: '--from <folder>', description: 'what backup has made', required: true })
  parseFrom(value: string): string {
    return readOption('--from', text(MAX_PATH), value) as string;
  }

  @Option({
    flags: '--to <instant>',
    description: 'the moment to recover to, such as 2026-12-01T09:00:00Z; by default that of the backup',
  })
  parseTo(value: string): string {
    return readOption('--to', givenInstant(), value) as string;
  }

  async run(_: string[], options: RestoreOptions): Promise<void> {
    const config = loadConfig();
    const { dataDir } = config;
    const to = options.to === undefined ? undefined : instantOption(options.to);
    const facts = await restore(config, options.from, to);
    this.print({ dataDir, ...facts, ...(to && { recoversTo: to.toISOString() }) }, () => {
      const next = to ? ` Its start recovers the database to ${to.toISOString()}.` : '';
      return `The backup of ${facts.takenAt} is in ${dataDir}: ${size(facts)}. Start the service.${next}`;
    });
  }
}
