import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { ImportCsvCommand } from './import-csv.command';
import { ImportEasyAppointmentsCommand } from './import-easy-appointments.command';
import { ImportFolderCommand } from './import-folder.command';
import { ImportIcsCommand } from './import-ics.command';

@Command({
  name: 'import',
  description: 'Take over what another system knows, or an export: csv, ics, easy-appointments, folder',
  subCommands: [ImportCsvCommand, ImportIcsCommand, ImportEasyAppointmentsCommand, ImportFolderCommand],
})
export class ImportCommand extends CommandGroup {}
