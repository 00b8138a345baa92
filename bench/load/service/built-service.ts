import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { ROOT } from '../places';

/**
 * The parts of the built service that the benchmark uses. They are loaded from `dist/`, where the measured service runs from,
 * instead of being compiled with the benchmark: it measures the output of `npm run build`.
 */
const load = createRequire(__filename);

interface EmbeddedServer {
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

interface EmbeddedModule {
  startEmbeddedServer(options: { dataDir: string; owner: 'cli' }): Promise<EmbeddedServer>;
}

interface Statement {
  readonly name: string;
  readonly text: string;
  /** Those of the values, in the order of their positions. Absent: they have none. */
  readonly names?: readonly string[];
}

interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The part of `Database` that queries use. */
interface Rows {
  rows(statement: Statement, values: readonly unknown[]): Promise<never>;
  one(statement: Statement, values: readonly unknown[]): Promise<never>;
}

interface AppointmentsModule {
  readonly AppointmentsQueries: new (database: Rows) => { get(id: number): Promise<unknown> };
}

interface PagesModule {
  readonly AppointmentPages: new (
    database: Rows,
    known: { page: Rows['rows'] },
    commonSearches: undefined,
  ) => {
    page(request: { filters: object; window: object }): Promise<unknown>;
  };
}

interface AvailabilityModule {
  readonly SnapshotQueries: new (
    config: { readonly businessTimeZone: string },
    database: Rows,
    clock: { now(): number },
  ) => { snapshot(scope: { serviceId: number; providerId: number; within: Interval }): Promise<unknown> };
}

interface SnapshotModule {
  withZoneMarginOfDates(firstDate: string, lastDate: string): Interval;
}

interface PrimaryClientModule {
  allowSilence(connection: unknown): void;
}

/** Lets a statement on a connection of the service's pool take as long as a migration may. */
export function allowSilence(connection: unknown): void {
  (built('platform/database/connection/primary-client') as PrimaryClientModule).allowSilence(connection);
}

interface DataSourceModule {
  createDataSource(settings: { url: string; poolSize: number }): DataSource;
}

/** One connection to a database as the service connects, with the migrations of the build; not initialized yet. */
export function connect(url: string): DataSource {
  return (built('platform/database/connection/data-source') as DataSourceModule).createDataSource({
    url,
    poolSize: 1,
  });
}

/** Joins the database server of a running service, as a command does; starts it when there is none. */
export function joinServer(dataDir: string): Promise<EmbeddedServer> {
  return (built('../embedded-postgres/src/index') as EmbeddedModule).startEmbeddedServer({
    dataDir,
    owner: 'cli',
  });
}

/** The statement of GET /appointments/{id}; takes the id. */
export function getStatement(): Promise<Statement> {
  const { AppointmentsQueries } = built('booking/appointments/appointments.queries') as AppointmentsModule;
  return capture((database) => new AppointmentsQueries(database).get(1));
}

/** The statement of a plain GET /appointments; takes the length and the offset of the page. */
export function listStatement(): Promise<Statement> {
  const { AppointmentPages } = built('booking/appointments/reading/appointment-pages.queries') as PagesModule;
  return capture((database) => {
    const everyTime: { page: Rows['rows'] } = {
      page: (statement, values) => database.rows(statement, values),
    };
    return new AppointmentPages(database, everyTime, undefined).page({ filters: {}, window: {} });
  });
}

/**
 * The snapshot statement of GET /availability/slots; takes, by their names, service, from, until, an appointment to leave out (excluded),
 * now, location and provider.
 */
export function snapshotStatement(): Promise<Statement> {
  const { SnapshotQueries } = built('booking/diary/snapshot/snapshot.queries') as AvailabilityModule;
  const scope = { serviceId: 1, providerId: 1, within: { start: 0, end: 1 } };
  return capture((database) =>
    new SnapshotQueries({ businessTimeZone: 'UTC' }, database, Date).snapshot(scope),
  );
}

/** The interval that the snapshot of a date covers; epoch ms. */
export function aroundDate(date: string): Interval {
  return (built('booking/diary/snapshot/snapshot') as SnapshotModule).withZoneMarginOfDates(date, date);
}

function built(path: string): unknown {
  return load(join(ROOT, 'dist/src', `${path}.js`));
}

/** Runs a query against a database that only records the statement. */
async function capture(ask: (database: Rows) => Promise<unknown>): Promise<Statement> {
  const found: Statement[] = [];
  const look = (statement: Statement): Promise<never> => {
    found.push(statement);
    return Promise.reject(new Error('only looked at'));
  };
  await ask({ rows: look, one: look }).catch(() => undefined);
  const [statement] = found;
  if (statement === undefined) throw new Error('the query has sent no statement');
  return statement;
}
