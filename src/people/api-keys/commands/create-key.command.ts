import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Clock } from '../../../platform/clock';
import { queryId } from '../../../platform/http/validation/query-types';
import { MAX_NAME, text } from '../../../platform/http/validation/text-types';
import { Config } from '../../../platform/config/config';
import { ApiKeysService } from '../api-keys.service';
import { expiresAt, expiry } from './expiry';
import { toKeyView } from './key-view';
import { COMMAND_LINE } from '../../../platform/database/write-context';

interface CreateKeyOptions {
  readonly user: number;
  readonly name: string;
  readonly expires?: string;
}

/** Prints only the key, so that a script can read it. */
@SubCommand({ name: 'create', description: 'Create a key for a user and print it, only this once' })
export class CreateKeyCommand extends CliCommand {
  @Option({ flags: '--user <userId>', description: 'id of the user, from user list', required: true })
  parseUser(value: string): number {
    return readOption('--user', queryId(), value) as number;
  }

  @Option({ flags: '--name <label>', description: 'purpose of the key', required: true })
  parseName(value: string): string {
    return readOption('--name', text(MAX_NAME), value) as string;
  }

  @Option({ flags: '--expires <when>', description: 'end of a date (YYYY-MM-DD), or days from now (90d)' })
  parseExpires(value: string): string {
    return readOption('--expires', expiry(), value) as string;
  }

  async run(_: string[], options: CreateKeyOptions): Promise<void> {
    await this.services.use(async (services) => {
      const zone = services.get<Config>(Config).businessTimeZone;
      const now = services.get(Clock).now();
      const { apiKey, key } = await services.get(ApiKeysService).create(COMMAND_LINE, {
        userId: options.user,
        name: options.name,
        ...(options.expires !== undefined && { expiresAt: expiresAt(options.expires, now, zone) }),
      });
      this.print({ ...toKeyView(apiKey, now, zone), key }, (created) => created.key);
    });
  }
}
