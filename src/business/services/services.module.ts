import { Module } from '@nestjs/common';
import { AssignmentsService } from './assignments/assignments.service';
import { ServicesController } from './services.controller';
import { ServicesService } from './services.service';

@Module({
  controllers: [ServicesController],
  providers: [AssignmentsService, ServicesService],
  exports: [AssignmentsService],
})
export class ServicesModule {}
