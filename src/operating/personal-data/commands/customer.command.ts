import { Command } from 'nest-commander';
import { CommandGroup } from '../../../platform/cli/cli-command';
import { EraseCustomerCommand } from './erase-customer.command';
import { ExportCustomerCommand } from './export-customer.command';

@Command({
  name: 'customer',
  description: 'Personal data of customers: export, erase',
  subCommands: [ExportCustomerCommand, EraseCustomerCommand],
})
export class CustomerCommand extends CommandGroup {}
