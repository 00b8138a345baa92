import { Option, SubCommand } from 'nest-commander';
import type { EntityManager } from 'typeorm';
import { CliCommand, type CommonOptions } from '../../cli/cli-command';
import { readOption } from '../../cli/read-option';
import { type Services, withServices } from '../../cli/with-services';
import { queryWords } from '../../common/validation/query-types';
import { email, MAX_NAME, text } from '../../common/validation/text-types';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { ProviderAccounts } from '../../providers/provider-accounts';
import { type Role, ROLES, User } from '../user.entity';
import { UsersService } from '../users.service';
import { toUserView } from './user-view';

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
      const user = await services.get(Database).transaction((tx) => create(tx, services, options));
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(options, view, ({ id, name }) => `User ${id} (${name}) is created.`);
    });
  }
}

async function create(
  tx: EntityManager,
  services: Services,
  { name, email, roles }: CreateUserOptions,
): Promise<User> {
  if (!roles.includes('provider')) return services.get(UsersService).create(tx, { name, email, roles });
  const id = await services.get(ProviderAccounts).create(tx, { name, email, roles });
  return tx.findOneByOrFail(User, { id });
}
