import { build } from '../../cli/run-cli';
import type { ServiceProcess, StartOptions } from '../../process/service-process';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database/empty-database';
import { BookingLoad } from './booking-load';
import { findFaults } from './find-faults';
import { SampleBusiness } from './sample-business';
import { ServiceProcesses } from './service-processes';

const BUILD_LIMIT_MS = 180_000;

/** What tests of faults run on: the built service, processes of it, and a database of their own. */
export class Testbed<D extends EmptyDatabase = EmptyDatabase> {
  private readonly processes = new ServiceProcesses();
  private opened: D | undefined;

  private constructor(private readonly create: () => Promise<D>) {
    beforeAll(() => build(), BUILD_LIMIT_MS);
  }

  /** One for all tests of the `describe` in which this is called. */
  static forAll<D extends EmptyDatabase>(create: () => Promise<D>): Testbed<D> {
    const bed = new Testbed(create);
    beforeAll(() => bed.open(), BUILD_LIMIT_MS);
    afterAll(() => bed.close());
    return bed;
  }

  /** A new one for each test of the `describe` in which this is called. */
  static forEach(): Testbed {
    const bed = new Testbed(createEmptyDatabase);
    beforeEach(() => bed.open());
    afterEach(() => bed.close());
    return bed;
  }

  get database(): D {
    if (this.opened === undefined) throw new Error('the test has not begun');
    return this.opened;
  }

  /** Starts an instance of the service on the database. */
  start(environment: Readonly<Record<string, string>> = {}, options?: StartOptions): ServiceProcess {
    return this.processes.start({ DATABASE_URL: this.database.url, ...environment }, options);
  }

  startWorker(environment?: Readonly<Record<string, string>>): ServiceProcess {
    return this.start(environment, { program: 'worker' });
  }

  /** @param url of an instance */
  openBusiness(url: string): Promise<SampleBusiness> {
    return SampleBusiness.open(url, this.database.url);
  }

  /** Opens a business through the first of the instances, and books in it through all. */
  async load(...instances: readonly ServiceProcess[]): Promise<Load> {
    const urls = await Promise.all(instances.map((instance) => instance.url()));
    const [url = ''] = urls;
    const business = await this.openBusiness(url);
    return { url, business, load: BookingLoad.start(business, ...urls) };
  }

  /** @param processes that must still run */
  faults(load: BookingLoad, ...processes: readonly ServiceProcess[]): ReturnType<typeof findFaults> {
    return findFaults({ databaseUrl: this.database.url, load, processes });
  }

  private async open(): Promise<void> {
    this.opened = await this.create();
  }

  private async close(): Promise<void> {
    await this.processes.killAll();
    await this.database.drop();
  }
}

interface Load {
  /** Of the first instance. */
  readonly url: string;
  readonly business: SampleBusiness;
  readonly load: BookingLoad;
}
