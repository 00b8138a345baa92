import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { CreateUserCommand } from './create-user.command';
import { DeactivateUserCommand } from './deactivate-user.command';
import { ListUsersCommand } from './list-users.command';

@Command({
  name: 'user',
  description: 'Users, who hold the API keys: create, list, deactivate',
  subCommands: [CreateUserCommand, ListUsersCommand, DeactivateUserCommand],
})
export class UserCommand extends CommandGroup {}
