import { Module } from '@nestjs/common';
import { OpenTimes } from './open-times';
import { ReportsController } from './reports.controller';
import { UtilisationQueries } from './utilisation.queries';
import { UtilisationService } from './utilisation.service';

@Module({
  controllers: [ReportsController],
  providers: [OpenTimes, UtilisationQueries, UtilisationService],
})
export class ReportsModule {}
