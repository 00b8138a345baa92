import { Module } from '@nestjs/common';
import { ApiKeyCommand } from './api-keys/commands/api-key.command';
import { BackupCommand } from './backup/commands/backup.command';
import { RestoreCommand } from './backup/commands/restore.command';
import { ProgramCommand } from './cli/program.command';
import { DemoCommand } from './demo/demo.command';
import { DoctorCommand } from './doctor/commands/doctor.command';
import { UserCommand } from './users/commands/user.command';

/** The commands, in the order of the help. */
@Module({
  providers: [
    ProgramCommand,
    ...ApiKeyCommand.registerWithSubCommands(),
    ...UserCommand.registerWithSubCommands(),
    DemoCommand,
    DoctorCommand,
    BackupCommand,
    RestoreCommand,
  ],
})
export class CliModule {}
