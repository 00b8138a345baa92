import { Option, SubCommand } from 'nest-commander';
import { CliCommand } from '../../../platform/cli/cli-command';
import { readOption } from '../../../platform/cli/read-option';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { UserAdministration } from '../user-administration';
import { toUserView } from './user-view';

interface DeactivateUserOptions {
  readonly id: number;
}

@SubCommand({
  name: 'deactivate',
  description: 'Deactivate a user; all keys of the user stop working',
})
export class DeactivateUserCommand extends CliCommand {
  @Option({ flags: '--id <userId>', description: 'id of the user, from user list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId(), value) as number;
  }

  async run(_: string[], options: DeactivateUserOptions): Promise<void> {
    await this.services.use(async (services) => {
      const user = await services.get(UserAdministration).change(COMMAND_LINE, options.id, { active: false });
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(view, ({ id, name }) => `User ${id} (${name}) is deactivated.`);
    });
  }
}
