import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { CreateKeyCommand } from './create-key.command';
import { ListKeysCommand } from './list-keys.command';
import { RevokeKeyCommand } from './revoke-key.command';
import { RotateKeyCommand } from './rotate-key.command';
import { ShowKeyCommand } from './show-key.command';

@Command({
  name: 'api:key',
  description: 'API keys: create, list, show, rotate, revoke',
  subCommands: [CreateKeyCommand, ListKeysCommand, ShowKeyCommand, RotateKeyCommand, RevokeKeyCommand],
})
export class ApiKeyCommand extends CommandGroup {}
