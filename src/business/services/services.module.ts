import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { ServicesController } from './services.controller';
import { ServicesService } from './services.service';

@Module({ imports: [ProvidersModule], controllers: [ServicesController], providers: [ServicesService] })
export class ServicesModule {}
