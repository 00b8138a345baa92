import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { ActivateUserCommand, DeactivateUserCommand } from './activate-user.command';
import { ChangeUserCommand } from './change-user.command';
import { CreateUserCommand } from './create-user.command';
import { ListUsersCommand } from './list-users.command';

@Command({
  name: 'user',
  description: 'Users, who hold the API keys: create, list, change, deactivate, activate',
  subCommands: [
    CreateUserCommand,
    ListUsersCommand,
    ChangeUserCommand,
    DeactivateUserCommand,
    ActivateUserCommand,
  ],
})
export class UserCommand extends CommandGroup {}
