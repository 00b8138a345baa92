import { Module } from '@nestjs/common';
import { ManageModule } from '../../booking/manage/manage.module';
import { CalendarsModule } from '../../telling/calendars/calendars.module';
import { ManagePageController } from './manage-page.controller';
import { ManagePage } from './manage-page';
import { OldLinkController } from './old-link.controller';

/** The page behind the links of customers. */
@Module({
  imports: [CalendarsModule, ManageModule],
  // The first one: otherwise `ea` is the token of a link.
  controllers: [OldLinkController, ManagePageController],
  providers: [ManagePage],
})
export class ManagePageModule {}
