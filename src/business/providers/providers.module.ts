import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module';
import { UsersModule } from '../../people/users/users.module';
import { HoursAtPlacesModule } from '../hours-at-places/hours-at-places.module';
import { ServicesModule } from '../services/services.module';
import { ProfileImageController } from './profile-image/profile-image.controller';
import { ProfileImageRenderer } from './profile-image/profile-image-renderer';
import { ProfileImagesService } from './profile-image/profile-images.service';
import { ProviderAccountsModule } from './provider-accounts.module';
import { ProviderLockModule } from './provider-lock.module';
import { ProviderZones } from './provider-zones.queries';
import { ProvidersController } from './providers.controller';
import { ProvidersQueries } from './providers.queries';
import { ProvidersService } from './providers.service';

@Module({
  imports: [
    HoursAtPlacesModule,
    ProviderAccountsModule,
    ProviderLockModule,
    ServicesModule,
    StorageModule,
    UsersModule,
  ],
  controllers: [ProvidersController, ProfileImageController],
  providers: [ProfileImageRenderer, ProfileImagesService, ProviderZones, ProvidersQueries, ProvidersService],
  exports: [ProviderAccountsModule, ProviderLockModule, ProviderZones, ProvidersService],
})
export class ProvidersModule {}
