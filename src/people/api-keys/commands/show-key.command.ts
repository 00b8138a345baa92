import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { queryId } from '../../../platform/http/validation/query-types';
import { ApiKeysModule } from '../api-keys.module';
import { ApiKeysService } from '../api-keys.service';
import { type KeyView, toKeyView } from './key-view';

@SubCommand({ name: 'show', description: 'Show the settings and the last use of a key, without its secret' })
export class ShowKeyCommand extends CliCommand {
  @Option({ flags: '--id <id>', description: 'id of the key, from api:key list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('api-keys'), value) as number;
  }

  async run(_: string[], { id }: { readonly id: number }): Promise<void> {
    await this.services.use(
      async (services) => {
        const zone = services.get<Config>(Config).businessTimeZone;
        const { apiKey, isUserActive } = await services.get(ApiKeysService).get(id);
        this.print(toKeyView(apiKey, services.get(Clock).now(), zone, isUserActive), toLines);
      },
      { imports: [ApiKeysModule] },
    );
  }
}

function toLines(key: KeyView): string {
  const { scopes, allowIp, rateLimit, hide, providers, locations, origins } = key.restrictions ?? {};
  const lines: readonly (readonly [name: string, value: string])[] = [
    ['Id', String(key.id)],
    ['Key', `xsk_${key.keyId}_…`],
    ['Name', key.name],
    ['User', String(key.userId)],
    ['Status', key.status],
    ['Created', key.createdAt],
    ['Expires', key.expiresAt ?? 'never'],
    ...(key.revokedAt === null ? [] : [['Revoked', key.revokedAt] as const]),
    [
      'Last used',
      key.lastUsedAt === null
        ? 'never'
        : `${key.lastUsedAt} from ${key.lastUsedFrom ?? 'an unknown address'}`,
    ],
    ['Scopes', scopes?.join(', ') ?? 'all that the roles of its user allow'],
    ['Works from', allowIp?.join(', ') ?? 'every address'],
    ['Rate limit', rateLimit === undefined ? 'that of the service' : `${rateLimit} requests per window`],
    ...(origins === undefined ? [] : [['Pages', origins.join(', ')] as const]),
    ...(providers === undefined ? [] : [['Providers', providers.join(', ')] as const]),
    ...(locations === undefined ? [] : [['Locations', locations.join(', ')] as const]),
    ...(hide === undefined ? [] : [['Hides', hide.join(', ')] as const]),
    ...(key.originId === null ? [] : [['Rotated from', `key ${key.originId}`] as const]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
