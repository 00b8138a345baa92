import { Module } from '@nestjs/common';
import { ReassignmentModule } from '../../booking/reassignment/reassignment.module';
import { SeriesModule } from '../../booking/series/series.module';
import { VisitsModule } from '../../booking/visits/visits.module';
import { WaitlistModule } from '../../booking/waitlist/waitlist.module';
import { BusinessHoursModule } from '../../business/business-hours/business-hours.module';
import { CategoriesModule } from '../../business/categories/categories.module';
import { LocationsModule } from '../../business/locations/locations.module';
import { ResourcesModule } from '../../business/resources/resources.module';
import { SpecialHoursModule } from '../../business/special-hours/special-hours.module';
import { TimeOffModule } from '../../business/time-off/time-off.module';
import { ApiKeysModule } from '../../people/api-keys/api-keys.module';
import { ChallengesModule } from '../../people/challenges/challenges.module';
import { IdempotencyModule } from '../../platform/http/idempotency/idempotency.module';
import { MessagesModule } from '../../telling/messages/messages.module';
import { WebhooksModule } from '../../telling/webhooks/webhooks.module';
import { MetricsModule } from '../metrics/metrics.module';
import { DemoService } from './demo.service';

/** All services that the demo calls. Only its command loads them: others need few of them, and would start later. */
@Module({
  imports: [
    ApiKeysModule,
    BusinessHoursModule,
    CategoriesModule,
    ChallengesModule,
    IdempotencyModule,
    LocationsModule,
    MessagesModule,
    MetricsModule,
    ReassignmentModule,
    ResourcesModule,
    SeriesModule,
    SpecialHoursModule,
    TimeOffModule,
    VisitsModule,
    WaitlistModule,
    WebhooksModule,
  ],
  providers: [DemoService],
})
export class DemoModule {}
