import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { ReviewZonesCommand } from './review-zones.command';

@Command({
  name: 'zones',
  description: 'Zone rules: review the appointments after an update',
  subCommands: [ReviewZonesCommand],
})
export class ZonesCommand extends CommandGroup {}
