import { withDatabaseName } from './database-name';

/** The URL of a test's database for the superuser: the service itself has no such rights. */
export function superuserUrlOf(databaseUrl: string): string {
  return withDatabaseName(serverUrl('TEST_SUPERUSER_URL'), new URL(databaseUrl).pathname.slice(1));
}

/** The URL of the server of this run: for the role of the service, or for the superuser, who makes and drops databases. */
export function serverUrl(variable: 'TEST_DATABASE_URL' | 'TEST_SUPERUSER_URL'): string {
  const url = process.env[variable];
  if (url === undefined) throw new Error('the global setup has not started PostgreSQL');
  return url;
}

/** Who owns the databases of tests: the role of the service. */
export function ownerOfDatabases(): string {
  return new URL(serverUrl('TEST_DATABASE_URL')).username;
}
