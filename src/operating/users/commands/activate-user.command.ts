import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { USER_ADMINISTRATION, UserAdministration } from '../user-administration';
import { toUserView } from './user-view';

abstract class UserActivityCommand extends CliCommand {
  protected abstract readonly active: boolean;

  @Option({ flags: '--id <userId>', description: 'id of the user, from user list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('users'), value) as number;
  }

  async run(_: string[], { id }: { readonly id: number }): Promise<void> {
    const { active } = this;
    await this.services.use(async (services) => {
      const user = await services.get(UserAdministration).change(COMMAND_LINE, id, { active });
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(view, ({ name }) => `User ${id} (${name}) is ${active ? 'active' : 'deactivated'}.`);
    }, USER_ADMINISTRATION);
  }
}

@SubCommand({
  name: 'activate',
  description: 'Activate a deactivated user, who needs new keys',
})
export class ActivateUserCommand extends UserActivityCommand {
  protected readonly active = true;
}

@SubCommand({ name: 'deactivate', description: 'Deactivate a user; all keys of the user end for good' })
export class DeactivateUserCommand extends UserActivityCommand {
  protected readonly active = false;
}
