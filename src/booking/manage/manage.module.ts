import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module';
import { ManageController } from './manage.controller';
import { ManagedThings } from './managed-things';
import { ManageService } from './manage.service';

/** What customers do with their own hands, by a link. */
@Module({
  imports: [LinksModule],
  controllers: [ManageController],
  providers: [ManagedThings, ManageService],
  exports: [ManagedThings, ManageService],
})
export class ManageModule {}
