import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module';
import { AssignmentsService } from './assignments/assignments.service';
import { ServicesController } from './services.controller';
import { ServicesService } from './services.service';

@Module({
  imports: [CategoriesModule],
  controllers: [ServicesController],
  providers: [AssignmentsService, ServicesService],
  exports: [AssignmentsService, ServicesService],
})
export class ServicesModule {}
