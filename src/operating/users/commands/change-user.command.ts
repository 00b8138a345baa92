import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption, UsageError } from '../../../platform/cli/cli-command';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId, queryWords } from '../../../platform/http/validation/query-types';
import { email, MAX_NAME, text } from '../../../platform/http/validation/text-types';
import { present } from '../../../platform/values/present';
import { type Role, ROLES } from '../../../people/users/user.entity';
import { USER_ADMINISTRATION, UserAdministration } from '../user-administration';
import { toUserView } from './user-view';

interface ChangeUserOptions {
  readonly id: number;
  readonly name?: string;
  readonly email?: string;
  readonly roles?: Role[];
}

@SubCommand({ name: 'change', description: 'Change the name, the e-mail address or the roles of a user' })
export class ChangeUserCommand extends CliCommand {
  @Option({ flags: '--id <userId>', description: 'id of the user, from user list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('users'), value) as number;
  }

  @Option({ flags: '--name <name>', description: 'new name of the user' })
  parseName(value: string): string {
    return readOption('--name', text(MAX_NAME), value) as string;
  }

  @Option({ flags: '--email <address>', description: 'new e-mail address, unique among users' })
  parseEmail(value: string): string {
    return readOption('--email', email(), value) as string;
  }

  @Option({
    flags: '--roles <roles>',
    description: `all roles that the user shall have: a comma-separated list of ${ROLES.join(', ')}`,
  })
  parseRoles(value: string): Role[] {
    return readOption('--roles', queryWords(ROLES), value) as Role[];
  }

  async run(_: string[], { id, name, email: address, roles }: ChangeUserOptions): Promise<void> {
    const change = present({ name, email: address, roles });
    if (Object.keys(change).length === 0)
      throw new UsageError('user change needs --name, --email or --roles');
    await this.services.use(async (services) => {
      const user = await services.get(UserAdministration).change(COMMAND_LINE, id, change);
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(view, (changed) => `User ${id} (${changed.name}) is changed.`);
    }, USER_ADMINISTRATION);
  }
}
