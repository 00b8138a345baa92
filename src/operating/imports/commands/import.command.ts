import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { ImportCsvCommand } from './import-csv.command';
import { ImportIcsCommand } from './import-ics.command';

@Command({
  name: 'import',
  description: 'Take over what another system knows: csv, ics',
  subCommands: [ImportCsvCommand, ImportIcsCommand],
})
export class ImportCommand extends CommandGroup {}
