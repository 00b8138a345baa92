import type { Type } from '@nestjs/common';
import type { CommandRunner } from 'nest-commander';

/** What the groups of commands are about. */
export const GROUPS: Readonly<Record<string, string>> = {
  'api:key': 'API keys: create, list, show, rotate, revoke',
  user: 'Users, who hold the API keys: create, list, change, link, deactivate, activate',
  customer: 'Personal data of customers: export, erase',
  zones: 'Zone rules: review the appointments after an update',
  messages: 'Messages to customers: preview them',
  import: 'Take over what another system knows, or an export: csv, ics, easy-appointments, system, folder',
};

/**
 * The commands, in the order of the help. A call loads only the command that it names, because loading takes most of its time.
 * `npm run generate` writes what the help says about them to `command-help.json`.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<Type<CommandRunner>>>> = {
  'api:key create': async () =>
    (await import('./people/api-keys/commands/create-key.command.js')).CreateKeyCommand,
  'api:key list': async () =>
    (await import('./people/api-keys/commands/list-keys.command.js')).ListKeysCommand,
  'api:key show': async () => (await import('./people/api-keys/commands/show-key.command.js')).ShowKeyCommand,
  'api:key rotate': async () =>
    (await import('./people/api-keys/commands/rotate-key.command.js')).RotateKeyCommand,
  'api:key revoke': async () =>
    (await import('./people/api-keys/commands/revoke-key.command.js')).RevokeKeyCommand,
  'user create': async () =>
    (await import('./operating/users/commands/create-user.command.js')).CreateUserCommand,
  'user list': async () =>
    (await import('./operating/users/commands/list-users.command.js')).ListUsersCommand,
  'user change': async () =>
    (await import('./operating/users/commands/change-user.command.js')).ChangeUserCommand,
  'user link': async () => (await import('./operating/users/commands/link-user.command.js')).LinkUserCommand,
  'user deactivate': async () =>
    (await import('./operating/users/commands/activate-user.command.js')).DeactivateUserCommand,
  'user activate': async () =>
    (await import('./operating/users/commands/activate-user.command.js')).ActivateUserCommand,
  'customer export': async () =>
    (await import('./operating/personal-data/commands/export-customer.command.js')).ExportCustomerCommand,
  'customer erase': async () =>
    (await import('./operating/personal-data/commands/erase-customer.command.js')).EraseCustomerCommand,
  'zones review': async () =>
    (await import('./operating/zone-review/commands/review-zones.command.js')).ReviewZonesCommand,
  'messages preview': async () =>
    (await import('./telling/messages/commands/preview-message.command.js')).PreviewMessageCommand,
  'import csv': async () =>
    (await import('./operating/imports/commands/import-csv.command.js')).ImportCsvCommand,
  'import ics': async () =>
    (await import('./operating/imports/commands/import-ics.command.js')).ImportIcsCommand,
  'import easy-appointments': async () =>
    (await import('./operating/imports/commands/import-easy-appointments.command.js'))
      .ImportEasyAppointmentsCommand,
  'import system': async () =>
    (await import('./operating/imports/commands/import-system.command.js')).ImportSystemCommand,
  'import folder': async () =>
    (await import('./operating/imports/commands/import-folder.command.js')).ImportFolderCommand,
  export: async () => (await import('./operating/business-export/commands/export.command.js')).ExportCommand,
  mcp: async () => (await import('./operating/mcp/commands/mcp.command.js')).McpCommand,
  demo: async () => (await import('./operating/demo/demo.command.js')).DemoCommand,
  doctor: async () => (await import('./operating/doctor/commands/doctor.command.js')).DoctorCommand,
  backup: async () => (await import('./operating/backup/commands/backup.command.js')).BackupCommand,
  restore: async () => (await import('./operating/backup/commands/restore.command.js')).RestoreCommand,
};
