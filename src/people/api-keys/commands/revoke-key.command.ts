import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Clock } from '../../../platform/clock';
import { queryId } from '../../../platform/http/validation/query-types';
import { Config } from '../../../platform/config/config';
import { ApiKeysModule } from '../api-keys.module';
import { ApiKeysService } from '../api-keys.service';
import { toKeyView } from './key-view';
import { COMMAND_LINE } from '../../../platform/database/write-context';

interface RevokeKeyOptions {
  readonly id: number;
}

@SubCommand({ name: 'revoke', description: 'Revoke a key for good; it stops working at once' })
export class RevokeKeyCommand extends CliCommand {
  @Option({ flags: '--id <id>', description: 'id of the key, from api:key list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('api-keys'), value) as number;
  }

  async run(_: string[], options: RevokeKeyOptions): Promise<void> {
    await this.services.use(
      async (services) => {
        const zone = services.get<Config>(Config).businessTimeZone;
        const apiKey = await services.get(ApiKeysService).revoke(COMMAND_LINE, options.id);
        const view = toKeyView(apiKey, services.get(Clock).now(), zone);
        this.print(view, ({ id, name, userId }) => `Key ${id} (${name}) of user ${userId} is revoked.`);
      },
      { imports: [ApiKeysModule] },
    );
  }
}
