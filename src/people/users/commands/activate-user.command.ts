import { Option, SubCommand } from 'nest-commander';
import { CliCommand } from '../../../platform/cli/cli-command';
import { readOption } from '../../../platform/cli/read-option';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { UserAdministration } from '../user-administration';
import { toUserView } from './user-view';

interface ActivateUserOptions {
  readonly id: number;
}

@SubCommand({
  name: 'activate',
  description: 'Activate a deactivated user; keys that are not revoked or expired work again',
})
export class ActivateUserCommand extends CliCommand {
  @Option({ flags: '--id <userId>', description: 'id of the user, from user list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId(), value) as number;
  }

  async run(_: string[], options: ActivateUserOptions): Promise<void> {
    await this.services.use(async (services) => {
      const user = await services.get(UserAdministration).change(COMMAND_LINE, options.id, { active: true });
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(view, ({ id, name }) => `User ${id} (${name}) is active.`);
    });
  }
}
