import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { ApiKeysModule } from '../api-keys.module';
import { ApiKeysService } from '../api-keys.service';
import { grace, graceMs } from './grace';
import { toKeyView } from './key-view';

interface RotateKeyOptions {
  readonly id: number;
  readonly grace?: string;
}

/** How long both keys work. */
const DEFAULT_GRACE = '24h';

/** Prints only the new key, so that a script can read it. */
@SubCommand({
  name: 'rotate',
  description: 'Create a key with the same settings and print it; the old one ends after the grace',
})
export class RotateKeyCommand extends CliCommand {
  @Option({ flags: '--id <id>', description: 'id of the key, from api:key list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('api-keys'), value) as number;
  }

  @Option({
    flags: '--grace <time>',
    description: `how long the old key still works: 0, 30m, 24h or 7d (${DEFAULT_GRACE})`,
  })
  parseGrace(value: string): string {
    return readOption('--grace', grace(), value) as string;
  }

  async run(_: string[], options: RotateKeyOptions): Promise<void> {
    await this.services.use(
      async (services) => {
        const zone = services.get<Config>(Config).businessTimeZone;
        const after = graceMs(options.grace ?? DEFAULT_GRACE);
        const { apiKey, key } = await services.get(ApiKeysService).rotate(COMMAND_LINE, options.id, after);
        const view = toKeyView(apiKey, services.get(Clock).now(), zone);
        this.print({ ...view, key }, (created) => created.key);
      },
      { imports: [ApiKeysModule] },
    );
  }
}
