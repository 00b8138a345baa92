import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../people/api-keys/api-keys.module';
import { UsersModule } from '../../people/users/users.module';
import { ServicesModule } from '../services/services.module';
import { ProfileImageController } from './profile-image/profile-image.controller';
import { ProfileImageRenderer } from './profile-image/profile-image-renderer';
import { ProfileImagesService } from './profile-image/profile-images.service';
import { ProviderAccounts } from './provider-accounts';
import { ProviderZones } from './provider-zones.queries';
import { ProvidersController } from './providers.controller';
import { ProvidersQueries } from './providers.queries';
import { ProvidersService } from './providers.service';

@Module({
  imports: [ApiKeysModule, ServicesModule, UsersModule],
  controllers: [ProvidersController, ProfileImageController],
  providers: [
    ProfileImageRenderer,
    ProfileImagesService,
    ProviderAccounts,
    ProviderZones,
    ProvidersQueries,
    ProvidersService,
  ],
  exports: [ProviderAccounts, ProviderZones, ProvidersService],
})
export class ProvidersModule {}
