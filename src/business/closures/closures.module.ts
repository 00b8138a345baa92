import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { ClosuresController } from './closures.controller';
import { ClosuresQueries } from './closures.queries';
import { ClosuresService } from './closures.service';

@Module({
  imports: [ProvidersModule],
  controllers: [ClosuresController],
  providers: [ClosuresQueries, ClosuresService],
  exports: [ClosuresService],
})
export class ClosuresModule {}
