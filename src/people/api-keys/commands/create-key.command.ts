import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Clock } from '../../../platform/clock';
import { queryId, queryInteger } from '../../../platform/http/validation/query-types';
import { MAX_NAME, text } from '../../../platform/http/validation/text-types';
import { Config } from '../../../platform/config/config';
import type { Hidden } from '../../../platform/restrictions';
import { hiddenList, idList, MAX_RATE, originList } from '../restriction-lists';
import { scopeList } from '../scopes';
import { addressList } from '../allowed-addresses';
import { ApiKeysModule } from '../api-keys.module';
import { ApiKeysService } from '../api-keys.service';
import { expiresAt, expiry } from './expiry';
import { toKeyView } from './key-view';
import { COMMAND_LINE } from '../../../platform/database/write-context';

interface CreateKeyOptions {
  readonly user: number;
  readonly name: string;
  readonly expires?: string;
  readonly scopes?: string[];
  readonly allowIp?: string[];
  readonly rateLimit?: number;
  readonly hide?: Hidden[];
  readonly providers?: number[];
  readonly locations?: number[];
  readonly origins?: string[];
}

/** Prints only the key, so that a script can read it. */
@SubCommand({ name: 'create', description: 'Create a key for a user and print it, only this once' })
export class CreateKeyCommand extends CliCommand {
  @Option({ flags: '--user <userId>', description: 'id of the user, from user list', required: true })
  parseUser(value: string): number {
    return readOption('--user', queryId('users'), value) as number;
  }

  @Option({ flags: '--name <label>', description: 'purpose of the key', required: true })
  parseName(value: string): string {
    return readOption('--name', text(MAX_NAME), value) as string;
  }

  @Option({ flags: '--expires <when>', description: 'end of a date (YYYY-MM-DD), or days from now (90d)' })
  parseExpires(value: string): string {
    return readOption('--expires', expiry(), value) as string;
  }

  @Option({
    flags: '--scopes <scopes>',
    description: 'what it may do, such as availability:read,appointments:book',
  })
  parseScopes(value: string): string[] {
    return readOption('--scopes', scopeList(), value) as string[];
  }

  @Option({
    flags: '--allow-ip <addresses>',
    description: 'IP addresses and blocks (192.0.2.0/24) from which it works',
  })
  parseAllowIp(value: string): string[] {
    return readOption('--allow-ip', addressList(), value) as string[];
  }

  @Option({
    flags: '--rate-limit <requests>',
    description: 'requests per window, in the place of RATE_LIMIT',
  })
  parseRateLimit(value: string): number {
    return readOption('--rate-limit', queryInteger(1, MAX_RATE), value) as number;
  }

  @Option({ flags: '--hide <groups>', description: 'what it neither reads nor writes: payments, contacts' })
  parseHide(value: string): Hidden[] {
    return readOption('--hide', hiddenList(), value) as Hidden[];
  }

  @Option({
    flags: '--providers <ids>',
    description: 'ids of the providers whose bookings it sees and changes',
  })
  parseProviders(value: string): number[] {
    return readOption('--providers', idList(), value) as number[];
  }

  @Option({
    flags: '--locations <ids>',
    description: 'ids of the locations whose bookings it sees and changes',
  })
  parseLocations(value: string): number[] {
    return readOption('--locations', idList(), value) as number[];
  }

  @Option({
    flags: '--origins <origins>',
    description: 'origins of the pages (https://salon.example) whose visitors use it: a browser key',
  })
  parseOrigins(value: string): string[] {
    return readOption('--origins', originList(), value) as string[];
  }

  async run(_: string[], { user, name, expires, ...restrictions }: CreateKeyOptions): Promise<void> {
    await this.services.use(
      async (services) => {
        const zone = services.get<Config>(Config).businessTimeZone;
        const now = services.get(Clock).now();
        const { apiKey, key } = await services.get(ApiKeysService).create(COMMAND_LINE, {
          userId: user,
          name,
          ...(expires !== undefined && { expiresAt: expiresAt(expires, now, zone) }),
          restrictions,
        });
        this.print({ ...toKeyView(apiKey, now, zone), key }, (created) => created.key);
      },
      { imports: [ApiKeysModule] },
    );
  }
}
