import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { AppointmentsModule } from './appointments/appointments.module';
import { AuditModule } from './audit/audit.module';
import { ApiKeyGuard } from './auth/api-key.guard';
import { AuthModule } from './auth/auth.module';
import { RolesGuard } from './auth/roles.guard';
import { AvailabilityModule } from './availability/availability.module';
import { BusinessHoursModule } from './business-hours/business-hours.module';
import { CategoriesModule } from './categories/categories.module';
import { ClosuresModule } from './closures/closures.module';
import { ErrorFilter } from './common/errors/error.filter';
import { JsonBodyGuard } from './common/http/json-body.guard';
import { logThrough } from './common/logging';
import { ValidationPipe } from './common/validation/validation.pipe';
import { CoreModule, type Foundation } from './core.module';
import { CustomersModule } from './customers/customers.module';
import { HealthModule } from './health/health.module';
import { honourIdempotencyKeys } from './idempotency/honour-keys';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { LocationsModule } from './locations/locations.module';
import { MetricsModule } from './metrics/metrics.module';
import { DeliveryModule } from './notifications/delivery.module';
import { NotificationsModule } from './notifications/notifications.module';
import { ProvidersModule } from './providers/providers.module';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { RateLimitModule } from './rate-limit/rate-limit.module';
import { ServicesModule } from './services/services.module';

const features = [
  AvailabilityModule,
  AppointmentsModule,
  NotificationsModule,
  DeliveryModule,
  ServicesModule,
  CategoriesModule,
  ProvidersModule,
  CustomersModule,
  BusinessHoursModule,
  LocationsModule,
  ClosuresModule,
  AuditModule,
];

honourIdempotencyKeys(features);

@Module({})
export class AppModule {
  static forRoot(foundation: Foundation, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.forRoot(foundation),
        LoggerModule.forRoot(logThrough(logger)),
        AuthModule,
        RateLimitModule,
        IdempotencyModule,
        HealthModule,
        MetricsModule,
        ...features,
      ],
      providers: [
        // In this order: who calls, how often, whether they may; only then the body is read.
        { provide: APP_GUARD, useExisting: ApiKeyGuard },
        { provide: APP_GUARD, useExisting: RateLimitGuard },
        { provide: APP_GUARD, useExisting: RolesGuard },
        { provide: APP_GUARD, useClass: JsonBodyGuard },
        { provide: APP_PIPE, useClass: ValidationPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
