import { Module } from '@nestjs/common';
import { ApiKeyCommand } from './api-keys/commands/api-key.command';
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
  ],
})
export class CliModule {}
