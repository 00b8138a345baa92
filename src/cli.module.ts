import { Module } from '@nestjs/common';
import { ApiKeyCommand } from './people/api-keys/commands/api-key.command';
import { BackupCommand } from './operating/backup/commands/backup.command';
import { RestoreCommand } from './operating/backup/commands/restore.command';
import { CommandServices } from './platform/cli/command-services';
import { DatabaseCommandServices } from './process/command-services';
import { ProgramCommand } from './platform/cli/program.command';
import { CustomerCommand } from './operating/personal-data/commands/customer.command';
import { DemoCommand } from './operating/demo/demo.command';
import { ExportCommand } from './operating/business-export/commands/export.command';
import { DoctorCommand } from './operating/doctor/commands/doctor.command';
import { ImportCommand } from './operating/imports/commands/import.command';
import { McpCommand } from './operating/mcp/commands/mcp.command';
import { MessagesCommand } from './telling/messages/commands/messages.command';
import { UserCommand } from './people/users/commands/user.command';
import { ZonesCommand } from './operating/zone-review/commands/zones.command';

/** The commands, in the order of the help. */
@Module({
  providers: [
    { provide: CommandServices, useClass: DatabaseCommandServices },
    ProgramCommand,
    ...ApiKeyCommand.registerWithSubCommands(),
    ...UserCommand.registerWithSubCommands(),
    ...CustomerCommand.registerWithSubCommands(),
    ...ZonesCommand.registerWithSubCommands(),
    ...MessagesCommand.registerWithSubCommands(),
    ...ImportCommand.registerWithSubCommands(),
    ExportCommand,
    McpCommand,
    DemoCommand,
    DoctorCommand,
    BackupCommand,
    RestoreCommand,
  ],
})
export class CliModule {}
