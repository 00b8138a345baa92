import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity';
import { Appointment } from '../appointments/appointment.entity';
import { AppointmentTally } from '../appointments/appointment-tally.entity';
import { AuditEntry } from '../audit/audit-entry.entity';
import { Closure } from '../closures/closure.entity';
import { BusinessHours } from '../business-hours/business-hours.entity';
import { Category } from '../categories/category.entity';
import { Customer } from '../customers/customer.entity';
import { IdempotencyRecord } from '../idempotency/idempotency-record.entity';
import { Location } from '../locations/location.entity';
import { Instance } from '../notifications/instance.entity';
import { Notification } from '../notifications/notification.entity';
import { Provider } from '../providers/provider.entity';
import { ProviderService } from '../providers/provider-service.entity';
import { TimeOff } from '../providers/time-off.entity';
import { Service } from '../services/service.entity';
import { User } from '../users/user.entity';
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
    migrations: [join(__dirname, '../../migrations/*.{ts,js}')],
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
