import { Module } from '@nestjs/common';
import { ManageModule } from '../../booking/manage/manage.module';
import { CalendarsModule } from '../calendars/calendars.module';
import { ManagePageController } from './manage-page.controller';
import { ManagePage } from './manage-page';

/** The page behind the links of customers. */
@Module({
  imports: [CalendarsModule, ManageModule],
  controllers: [ManagePageController],
  providers: [ManagePage],
})
export class ManagePageModule {}
