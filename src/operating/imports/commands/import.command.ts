import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { ImportCsvCommand } from './import-csv.command';

@Command({
  name: 'import',
  description: 'Take over what another system knows: csv',
  subCommands: [ImportCsvCommand],
})
export class ImportCommand extends CommandGroup {}
