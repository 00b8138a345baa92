import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { AppointmentsModule } from './booking/appointments/appointments.module';
import { AuditModule } from './operating/audit/audit.module';
import { ApiKeyGuard } from './people/auth/api-key.guard';
import { AuthModule } from './people/auth/auth.module';
import { ChallengesModule } from './people/challenges/challenges.module';
import { RolesGuard } from './people/auth/roles.guard';
import { AvailabilityModule } from './booking/availability/availability.module';
import { ManageModule } from './booking/manage/manage.module';
import { KeyAdministrationModule } from './business/api-keys/key-administration.module';
import { SeriesModule } from './booking/series/series.module';
import { BusyCalendarsModule } from './business/busy-calendars/busy-calendars.module';
import { BusinessHoursModule } from './business/business-hours/business-hours.module';
import { CatalogueModule } from './business/catalogue/catalogue.module';
import { CategoriesModule } from './business/categories/categories.module';
import { SpecialHoursModule } from './business/special-hours/special-hours.module';
import { TimeOffModule } from './business/time-off/time-off.module';
import { ClosuresModule } from './business/closures/closures.module';
import { ErrorFilter } from './platform/http/errors/error.filter';
import { JsonBodyGuard } from './platform/http/json-body.guard';
import { logThrough } from './platform/logging';
import { RequestValidationPipe } from './platform/http/request-validation.pipe';
import { CoreModule, type CoreOptions } from './platform/core.module';
import { CustomersModule } from './people/customers/customers.module';
import { GroupSessionsModule } from './booking/group-sessions/group-sessions.module';
import { VisitsModule } from './booking/visits/visits.module';
import { ReassignmentModule } from './booking/reassignment/reassignment.module';
import { HoldsModule } from './booking/holds/holds.module';
import { LocationsModule } from './business/locations/locations.module';
import { McpModule } from './operating/mcp/mcp.module';
import { MetricsModule } from './operating/metrics/metrics.module';
import { BookingModule } from './booking/booking.module';
import { DiaryModule } from './booking/diary/diary.module';
import { BusinessModule } from './business/business.module';
import { HealthController } from './operating/health/health.controller';
import { SecurityTextController } from './operating/health/security-text.controller';
import { TellingModule } from './telling/telling.module';
import { BackgroundModule } from './operating/worker/background.module';
import { EventsModule } from './telling/events/events.module';
import { CalendarsModule } from './telling/calendars/calendars.module';
import { ManagePageModule } from './web/manage-page/manage-page.module';
import { MessagesModule } from './telling/messages/messages.module';
import { PersonalDataModule } from './operating/personal-data/personal-data.module';
import { ProvidersModule } from './business/providers/providers.module';
import { RateLimitGuard } from './platform/http/limits/rate-limit.guard';
import { ReportsModule } from './booking/reports/reports.module';
import { ResourcesModule } from './business/resources/resources.module';
import { ExpiryGuard } from './booking/appointments/expiry/expiry.guard';
import { ServicesModule } from './business/services/services.module';
import { WebhooksModule } from './telling/webhooks/webhooks.module';
import { UsersByApiModule } from './operating/users/users-by-api.module';
import { WaitlistModule } from './booking/waitlist/waitlist.module';

const features = [
  ManageModule,
  AvailabilityModule,
  AppointmentsModule,
  ReassignmentModule,
  SeriesModule,
  GroupSessionsModule,
  HoldsModule,
  VisitsModule,
  WaitlistModule,
  ReportsModule,
  ManagePageModule,
  MessagesModule,
  EventsModule,
  WebhooksModule,
  BackgroundModule,
  CalendarsModule,
  ServicesModule,
  CategoriesModule,
  CatalogueModule,
  ProvidersModule,
  CustomersModule,
  ChallengesModule,
  BusinessHoursModule,
  LocationsModule,
  ResourcesModule,
  ClosuresModule,
  SpecialHoursModule,
  TimeOffModule,
  BusyCalendarsModule,
  AuditModule,
  PersonalDataModule,
  McpModule,
  KeyAdministrationModule,
  UsersByApiModule,
];

@Module({})
export class AppModule {
  static forRoot(options: CoreOptions, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.forRoot(options),
        LoggerModule.forRoot(logThrough(logger)),
        AuthModule,
        BusinessModule,
        BookingModule,
        DiaryModule,
        TellingModule,
        MetricsModule,
        ...features,
      ],
      controllers: [HealthController, SecurityTextController],
      providers: [
        // In this order: authentication, rate limit, roles; then what has ended ends, and the body is read.
        { provide: APP_GUARD, useExisting: ApiKeyGuard },
        { provide: APP_GUARD, useExisting: RateLimitGuard },
        { provide: APP_GUARD, useExisting: RolesGuard },
        { provide: APP_GUARD, useClass: ExpiryGuard },
        { provide: APP_GUARD, useClass: JsonBodyGuard },
        RequestValidationPipe,
        { provide: APP_PIPE, useExisting: RequestValidationPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
