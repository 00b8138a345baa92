import { Option, SubCommand } from 'nest-commander';
import { CliCommand, type CommonOptions } from '../../cli/cli-command';
import { readOption } from '../../cli/read-option';
import { withServices } from '../../cli/with-services';
import { queryWords } from '../../common/validation/query-types';
import { email, MAX_NAME, text } from '../../common/validation/text-types';
import { Config } from '../../config/config';
import { type Role, ROLES } from '../user.entity';
import { UserRegistration } from '../user-registration';
import { toUserView } from './user-view';
import { COMMAND_LINE } from '../../database/act';

interface CreateUserOptions extends CommonOptions {
  readonly name: string;
  readonly email: string;
  readonly roles: Role[];
}

@SubCommand({ name: 'create', description: 'Make a user; one with the role provider is a provider' })
export class CreateUserCommand extends CliCommand {
  @Option({ flags: '--name <name>', description: 'how the user is called', required: true })
  parseName(value: string): string {
    return readOption('--name', text(MAX_NAME), value) as string;
  }

  @Option({
    flags: '--email <address>',
    description: 'e-mail address, which nobody else has',
    required: true,
  })
  parseEmail(value: string): string {
    return readOption('--email', email(), value) as string;
  }

  @Option({ flags: '--roles <roles>', description: `comma list of ${ROLES.join(', ')}`, required: true })
  parseRoles(value: string): Role[] {
    return readOption('--roles', queryWords(ROLES), value) as Role[];
  }

  async run(_: string[], options: CreateUserOptions): Promise<void> {
    await withServices(async (services) => {
      const { name, email, roles } = options;
      const user = await services.get(UserRegistration).register(COMMAND_LINE, { name, email, roles });
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(options, view, ({ id }) => `User ${id} (${name}) is created.`);
    });
  }
}
