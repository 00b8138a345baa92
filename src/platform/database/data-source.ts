import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ApiKey } from '../../people/api-keys/api-key.entity';
import { Appointment } from '../../booking/appointments/appointment.entity';
import { AppointmentTally } from '../../booking/appointments/reading/appointment-tally.entity';
import { AuditEntry } from '../../operating/audit/audit-entry.entity';
import { Closure } from '../../business/closures/closure.entity';
import { BusinessHours } from '../../business/business-hours/business-hours.entity';
import { Category } from '../../business/categories/category.entity';
import { Customer } from '../../people/customers/customer.entity';
import { IdempotencyRecord } from '../http/idempotency/idempotency-record.entity';
import { Location } from '../../business/locations/location.entity';
import { Instance } from '../../telling/notifications/instance.entity';
import { Notification } from '../../telling/notifications/notification.entity';
import { Provider } from '../../business/providers/provider.entity';
import { ProviderService } from '../../business/providers/assignments/provider-service.entity';
import { TimeOff } from '../../business/time-off/time-off.entity';
import { Service } from '../../business/services/service.entity';
import { User } from '../../people/users/user.entity';
import { SnakeCaseNaming } from './naming-strategy';
import { onConnect } from './pooled-client';

/** Every entity; the drift test compares them with what the migrations make. */
const entities = [
  User,
  ApiKey,
  Category,
  Service,
  Provider,
  ProviderService,
  TimeOff,
  Closure,
  Customer,
  Location,
  BusinessHours,
  Appointment,
  AppointmentTally,
  Instance,
  Notification,
  IdempotencyRecord,
  AuditEntry,
];

/** How long a request waits for a free connection, a lock or a statement, in ms. Then it is a 503, never a hang. */
const WAIT = { connection: 5_000, lock: 8_000, statement: 15_000 };

export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
}

/** The one DataSource that the service, the command line, the migrations and the tests share. */
export function createDataSource({ url, poolSize }: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities,
    migrations: [join(__dirname, '../../../migrations/*.{ts,js}')],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    installExtensions: false,
    poolSize,
    applicationName: 'scheduling-service',
    extra: {
      connectionTimeoutMillis: WAIT.connection,
      lock_timeout: WAIT.lock,
      statement_timeout: WAIT.statement,
      keepAlive: true,
      onConnect,
    },
  });
}
