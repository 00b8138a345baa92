import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { queryWords } from '../../../platform/http/validation/query-types';
import { email, MAX_NAME, text } from '../../../platform/http/validation/text-types';
import { Config } from '../../../platform/config/config';
import { type Role, ROLES } from '../../../people/users/user.entity';
import { USER_ADMINISTRATION, UserAdministration } from '../user-administration';
import { toUserView } from './user-view';
import { COMMAND_LINE } from '../../../platform/database/write-context';

interface CreateUserOptions {
  readonly name: string;
  readonly email: string;
  readonly roles: Role[];
}

@SubCommand({ name: 'create', description: 'Create a user; with the role provider, also a provider' })
export class CreateUserCommand extends CliCommand {
  @Option({ flags: '--name <name>', description: 'name of the user', required: true })
  parseName(value: string): string {
    return readOption('--name', text(MAX_NAME), value) as string;
  }

  @Option({
    flags: '--email <address>',
    description: 'e-mail address, unique among users',
    required: true,
  })
  parseEmail(value: string): string {
    return readOption('--email', email(), value) as string;
  }

  @Option({
    flags: '--roles <roles>',
    description: `comma-separated list of ${ROLES.join(', ')}`,
    required: true,
  })
  parseRoles(value: string): Role[] {
    return readOption('--roles', queryWords(ROLES), value) as Role[];
  }

  async run(_: string[], options: CreateUserOptions): Promise<void> {
    await this.services.use(async (services) => {
      const { name, email, roles } = options;
      const user = await services.get(UserAdministration).register(COMMAND_LINE, { name, email, roles });
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(view, ({ id }) => `User ${id} (${name}) is created.`);
    }, USER_ADMINISTRATION);
  }
}
