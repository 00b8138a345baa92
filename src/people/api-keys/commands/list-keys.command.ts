import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { table } from '../../../platform/cli/table';
import { Clock } from '../../../platform/clock';
import { queryId } from '../../../platform/http/validation/query-types';
import { Config } from '../../../platform/config/config';
import { ApiKeysModule } from '../api-keys.module';
import { ApiKeysService } from '../api-keys.service';
import { type KeyView, toKeyView } from './key-view';

interface ListKeysOptions {
  readonly user?: number;
}

@SubCommand({ name: 'list', description: 'List the keys, without their secrets' })
export class ListKeysCommand extends CliCommand {
  @Option({ flags: '--user <userId>', description: 'show only the keys of this user' })
  parseUser(value: string): number {
    return readOption('--user', queryId('users'), value) as number;
  }

  async run(_: string[], options: ListKeysOptions): Promise<void> {
    await this.services.use(
      async (services) => {
        const zone = services.get<Config>(Config).businessTimeZone;
        const now = services.get(Clock).now();
        const keys = await services.get(ApiKeysService).list(options.user);
        this.print(
          keys.map(({ apiKey, isUserActive }) => toKeyView(apiKey, now, zone, isUserActive)),
          toTable,
        );
      },
      { imports: [ApiKeysModule] },
    );
  }
}

function toTable(keys: readonly KeyView[]): string {
  return table(
    ['ID', 'KEY', 'USER', 'NAME', 'STATUS', 'CREATED', 'EXPIRES', 'LAST USED'],
    keys.map((key) => [
      String(key.id),
      `xsk_${key.keyId}_…`,
      String(key.userId),
      key.name,
      key.status,
      key.createdAt,
      key.expiresAt ?? 'never',
      key.lastUsedAt ?? 'never',
    ]),
  );
}
