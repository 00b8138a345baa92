import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module';
import { UsersModule } from '../../people/users/users.module';
import { AssignmentsService } from './assignments/assignments.service';
import { ProfileImageController } from './profile-image/profile-image.controller';
import { ProfileImageRenderer } from './profile-image/profile-image-renderer';
import { ProfileImagesService } from './profile-image/profile-images.service';
import { ProviderAccounts } from './provider-accounts';
import { ProviderCalendarController } from './provider-calendar.controller';
import { ProviderCalendarQueries } from './provider-calendar.queries';
import { ProviderCalendarService } from './provider-calendar.service';
import { ProviderLock } from './provider-lock';
import { ProvidersController } from './providers.controller';
import { ProvidersQueries } from './providers.queries';
import { ProvidersService } from './providers.service';
import { TimeOffController } from '../time-off/time-off.controller';
import { TimeOffQueries } from '../time-off/time-off.queries';
import { TimeOffService } from '../time-off/time-off.service';

@Module({
  imports: [StorageModule, UsersModule],
  controllers: [ProvidersController, ProviderCalendarController, ProfileImageController, TimeOffController],
  providers: [
    AssignmentsService,
    ProfileImageRenderer,
    ProfileImagesService,
    ProviderAccounts,
    ProviderCalendarQueries,
    ProviderCalendarService,
    ProviderLock,
    ProvidersQueries,
    ProvidersService,
    TimeOffQueries,
    TimeOffService,
  ],
  exports: [AssignmentsService, ProviderAccounts, ProviderLock],
})
export class ProvidersModule {}
