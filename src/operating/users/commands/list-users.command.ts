import { SubCommand } from 'nest-commander';
import { CliCommand } from '../../../platform/cli/cli-command';
import { table } from '../../../platform/cli/table';
import { Config } from '../../../platform/config/config';
import { UsersModule } from '../../../people/users/users.module';
import { UsersService } from '../../../people/users/users.service';
import { toUserView, type UserView } from './user-view';

@SubCommand({ name: 'list', description: 'List the users' })
export class ListUsersCommand extends CliCommand {
  async run(): Promise<void> {
    await this.services.use(
      async (services) => {
        const zone = services.get<Config>(Config).businessTimeZone;
        const users = await services.get(UsersService).list();
        this.print(
          users.map((user) => toUserView(user, zone)),
          toTable,
        );
      },
      { imports: [UsersModule] },
    );
  }
}

function toTable(users: readonly UserView[]): string {
  return table(
    ['ID', 'NAME', 'E-MAIL', 'ROLES', 'ACTIVE', 'CREATED'],
    users.map((user) => [
      String(user.id),
      user.name,
      user.email ?? '',
      user.roles.join(','),
      user.active ? 'yes' : 'no',
      user.createdAt,
    ]),
  );
}
