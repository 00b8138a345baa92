import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { withTimeout } from '../../async/with-timeout';
import { tellWhoWaits } from '../../tell-who-waits';
import { createDataSource } from './data-source';
import { databaseFaults } from './fitness';
import { migrate, migrationGap } from '../migrate';
import { isDatabaseAway, reasonOf } from '../sqlstate';

const RETRY_MS = 500;
/** How long `state` waits for an answer of the database, in ms. */
const STATE_TIMEOUT_MS = 3_000;

/** The database cannot be used by this service, now or later. The message is one line for the operator. */
export class UnfitDatabaseError extends Error {}

/**
 * `opening`: connected, but not checked and migrated yet. `behind`: migrations of this build have not run. `ahead`: a newer version
 * has migrated the database, and this build goes on serving. `outdated`: that version has removed what this build uses.
 */
export type DatabaseState = 'ready' | 'away' | 'opening' | 'behind' | 'ahead' | 'outdated';

type FirstRead = (dataSource: DataSource) => Promise<void>;

/** Whether a build can serve with a database in this state. */
export function canServe(state: DatabaseState): boolean {
  return state === 'ready' || state === 'ahead';
}

/** Opens the DataSource and brings the schema up to date. */
@Injectable()
export class DatabaseConnection {
  private readonly logger = new Logger('Database');
  private opened = false;
  private reported: 'ahead' | 'outdated' | undefined;
  private readonly firstReads: FirstRead[] = [];

  constructor(private readonly dataSource: DataSource) {}

  /** Whether the database was connected and migrated. It may be unreachable again by now. */
  get isOpen(): boolean {
    return this.opened;
  }

  /** Connects and migrates. @throws UnfitDatabaseError and every error of the database */
  async open(): Promise<void> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    const faults = await databaseFaults(this.dataSource);
    if (faults.length > 0) throw new UnfitDatabaseError(`Unfit database: ${faults.join('; ')}`);
    await this.migrate();
    for (const read of this.firstReads) await read(this.dataSource);
    this.opened = true;
  }

  /** Has something read once the schema is up to date, before the database counts as open. */
  readFirst(read: FirstRead): void {
    this.firstReads.push(read);
  }

  /**
   * Connects and migrates, but resolves at once when the database is unreachable: the service then answers 503 and this keeps trying;
   * `opened` resolves once it is open. Throws any other failure, such as a wrong password.
   */
  async openOrKeepTrying(): Promise<{ readonly opened: Promise<void> }> {
    try {
      await this.open();
      return { opened: Promise.resolve() };
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.logger.warn(`The database is away (${reasonOf(error)}); waiting for it`);
      return { opened: this.keepTrying() };
    }
  }

  /** Whether the database answers and has what this build needs. */
  async isReady(): Promise<boolean> {
    return canServe(await this.state());
  }

  async state(): Promise<DatabaseState> {
    if (!this.opened) return this.dataSource.isInitialized ? 'opening' : 'away';
    try {
      const { missing, unknown, isOutdated } = await withTimeout(
        STATE_TIMEOUT_MS,
        migrationGap(this.dataSource),
      );
      if (missing.length > 0) return 'behind';
      if (unknown.length === 0) return 'ready';
      const state = isOutdated ? 'outdated' : 'ahead';
      this.report(state, unknown);
      return state;
    } catch {
      return 'away';
    }
  }

  /** Loads the migrations only if one of them is to run. */
  private async migrate(): Promise<void> {
    if ((await migrationGap(this.dataSource)).missing.length === 0) return;
    tellWhoWaits('Migrating the database, which can take a minute…');
    const { url = '' } = this.dataSource.options as PostgresDataSourceOptions;
    const migrator = await createDataSource({ url, poolSize: 1, entities: [] }).initialize();
    await migrate(migrator).finally(() => migrator.destroy());
  }

  private report(state: 'ahead' | 'outdated', unknown: readonly string[]): void {
    if (this.reported === state) return;
    this.reported = state;
    const what = `A newer version of the service has migrated the database (${unknown.join(', ')})`;
    if (state === 'ahead') this.logger.warn(`${what}; this version goes on serving`);
    else this.logger.error(`${what} and removed what this version uses: stop this process`);
  }

  private async keepTrying(): Promise<void> {
    let reported = '';
    for (;;) {
      await wait(RETRY_MS, undefined, { ref: false });
      try {
        await this.open();
        this.logger.log('The database is there');
        return;
      } catch (error) {
        const reason = reasonOf(error);
        if (!isDatabaseAway(error) && reason !== reported)
          this.logger.error({ err: error }, 'Could not open the database; trying again');
        reported = reason;
      }
    }
  }
}
