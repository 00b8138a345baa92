import { Option, SubCommand } from 'nest-commander';
import { CliCommand, type CommonOptions } from '../../cli/cli-command';
import { readOption } from '../../cli/read-option';
import { withServices } from '../../cli/with-services';
import { queryId } from '../../common/validation/query-types';
import { Config } from '../../config/config';
import { UsersService } from '../users.service';
import { toUserView } from './user-view';
import { COMMAND_LINE } from '../../database/act';

interface DeactivateUserOptions extends CommonOptions {
  readonly id: number;
}

@SubCommand({
  name: 'deactivate',
  description: 'End what a user may do; all keys fail from the next request on',
})
export class DeactivateUserCommand extends CliCommand {
  @Option({ flags: '--id <userId>', description: 'the id of the user, from the list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId(), value) as number;
  }

  async run(_: string[], options: DeactivateUserOptions): Promise<void> {
    await withServices(async (services) => {
      const user = await services.get(UsersService).deactivate(COMMAND_LINE, options.id);
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(options, view, ({ id, name }) => `User ${id} (${name}) is deactivated.`);
    });
  }
}
