import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { CreateKeyCommand } from './create-key.command';
import { ListKeysCommand } from './list-keys.command';
import { RevokeKeyCommand } from './revoke-key.command';

@Command({
  name: 'api:key',
  description: 'API keys: create, list, revoke',
  subCommands: [CreateKeyCommand, ListKeysCommand, RevokeKeyCommand],
})
export class ApiKeyCommand extends CommandGroup {}
