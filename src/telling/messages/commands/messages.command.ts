import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { PreviewMessageCommand } from './preview-message.command';

@Command({
  name: 'messages',
  description: 'Messages to customers: preview them',
  subCommands: [PreviewMessageCommand],
})
export class MessagesCommand extends CommandGroup {}
