import { Inject, Injectable, type ModuleMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dryRun } from '../../../platform/database/dry-run';
import { Config } from '../../../platform/config/config';
import { CutHours } from '../../../business/hours-at-places/cut-hours';
import { Database } from '../../../platform/database/database';
import { isDatabaseAway, reasonOf } from '../../../platform/database/sqlstate';
import { TableStatistics } from '../../../platform/database/table-statistics';
import type { WriteContext } from '../../../platform/database/write-context';
import { ErrorTranslator } from '../../../platform/errors/error-translator';
import { type ExportedList, ExportedLists, lineOf } from '../../business-export/exported-lists';
import { jsonText } from '../../business-export/json-text';
import { inBatches } from '../../../platform/values/batches';
import { faultOf } from '../faults';
import { ImportTally } from '../import-tally';
import { sayCuts } from '../imported-hours';
import { BATCH, type RunWatch } from '../imported-row';
import { ImportRefusedError } from '../imports.errors';
import { differenceIn } from './differences';
import type { ExportedLine } from './entity-rows';
import { faultAt, type FolderLine } from './folder-lines';
import { FolderSteps, type Step } from './folder-steps';
import { ImportFolder } from './import-folder';
import { countOn, findData, lockTables } from './instance.statements';
import { BookingModule } from '../../../booking/booking.module';
import { AppointmentWrites } from '../../../booking/diary/writes/appointment-writes';
import { TimeMoves } from '../../../booking/diary/writes/time-moves';
import { BusinessModule } from '../../../business/business.module';
import { ServicesModule } from '../../../business/services/services.module';
import { BUSINESS_EXPORT } from '../../business-export/business-export';
import { ImportReferences } from '../import-references.queries';
import { BookingRows } from './booking-rows';
import { BusinessRows } from './business-rows';

const CONTEXT = { via: 'import', requestId: 'folder' } as const satisfies WriteContext;
/** What the clock decides: offers, whose time is no longer held, and seats of what has expired. */
const PASSING: Readonly<Record<string, readonly string[]>> = {
  appointments: ['stored.isSeated'],
  waitlist: ['status', 'offer'],
};

/** A new instance may have rows of these. */
const NOT_EMPTY = ['users', 'business_hours'];
/** Tables that grow with an import beside those of the lists. */
const BESIDE = ['audit_entries', 'claims', 'provider_services', 'series_occurrences'];
/** An instance with rows of these has data, too. */
const NOT_EXPORTED = ['busy_calendars', 'holds'];

export interface FolderRequest {
  readonly path: string;
  /** Whether nothing is written. */
  readonly dryRun: boolean;
}

export interface FolderResult {
  /** How many rows each list has. */
  readonly rows: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** Brings back into an empty instance what `export` has written: all of it in one transaction, or nothing. */
@Injectable()
export class FolderImport {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly lists: ExportedLists,
    private readonly steps: FolderSteps,
    private readonly errors: ErrorTranslator,
    private readonly cutHours: CutHours,
  ) {}

  /** @throws ImportRefusedError of a folder that is not whole, or does not fit in here; nothing is done then */
  async run({ path, dryRun: isDryRun }: FolderRequest, watch: RunWatch): Promise<FolderResult> {
    const begun = performance.now();
    const folder = await ImportFolder.open(path, this.config.businessTimeZone);
    const take = (tx: EntityManager) => this.take(tx, folder, watch);
    if (isDryRun) await dryRun(this.database, CONTEXT, take);
    else
      await this.database.transaction(CONTEXT, async (tx) => {
        const counted = (await take(tx)).filter((table) => isCounted(tx, table));
        // A sequence keeps its value when the transaction is rolled back, so this comes last.
        await this.database.rows(countOn(['users', ...counted]), [], tx);
      });
    return { rows: folder.rows, seconds: (performance.now() - begun) / 1_000 };
  }

  /** @returns the tables that have the rows */
  private async take(
    tx: EntityManager,
    folder: ImportFolder,
    { say, progress }: RunWatch,
  ): Promise<readonly string[]> {
    const lists = await this.lists.in(tx);
    const tables = [...new Set(lists.map(({ table }) => table))];
    await this.assertEmpty(tx, tables);
    await folder.assertWhole(lists);
    const tally = new ImportTally();
    const statistics = new TableStatistics(this.database, [...BESIDE, ...tables], tx);
    for (const step of this.steps.of(tx, lists))
      for await (const lines of inBatches(folder.lines(step.list), BATCH)) {
        await this.write(tx, step, lines);
        await statistics.count(step.list.name, lines.length);
        if (step.isAgain) continue;
        tally.addTaken(lines.length);
        progress(tally.done, folder.total, tally.perSecond);
      }
    for (const list of lists) await compare(folder.lines(list), list);
    await sayCuts(this.cutHours, tx, say);
    return tables;
  }

  private async assertEmpty(tx: EntityManager, tables: readonly string[]): Promise<void> {
    await this.database.rows(lockTables([...NOT_EMPTY, ...NOT_EXPORTED, ...tables]), [], tx);
    const empty = [...tables, ...NOT_EXPORTED].filter((table) => !NOT_EMPTY.includes(table));
    const found = await this.database.rows<{ table: string; count: number }>(findData(empty), [], tx);
    if (found.length === 0) return;
    const words = found.map(({ table, count }) => `${table.replaceAll('_', ' ')} (${count})`);
    throw new ImportRefusedError(
      `this instance has data, and a folder goes into an empty one: ${words.join(', ')}`,
    );
  }

  /** After a fault, line by line, so that the message names the line. */
  private async write(tx: EntityManager, step: Step, lines: readonly FolderLine[]): Promise<void> {
    try {
      await this.attempt(tx, step, lines);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      for (const line of lines) {
        try {
          await this.attempt(tx, step, [line]);
        } catch (cause) {
          if (isDatabaseAway(cause)) throw cause;
          const fault = faultOf(cause) ?? faultOf(this.errors.translate(cause)) ?? reasonOf(cause);
          throw faultAt(`${step.list.name}.jsonl`, line.number, fault);
        }
      }
      throw error;
    }
  }

  private attempt(tx: EntityManager, step: Step, lines: readonly FolderLine[]): Promise<void> {
    const values = lines.map(({ value }) => value as ExportedLine);
    return this.database.transaction({ ...CONTEXT, transaction: tx }, (savepoint) =>
      step.write(savepoint, values),
    );
  }
}

/** Whether PostgreSQL counts the ids of a table. */
function isCounted(tx: EntityManager, table: string): boolean {
  return tx.dataSource.getMetadata(table).generatedColumns.length > 0;
}

/** Whether the rows are as the folder has them. @throws ImportRefusedError of the first line that is not so */
async function compare(lines: AsyncGenerator<FolderLine>, { name, pages }: ExportedList): Promise<void> {
  const rows = rowsIn(pages);
  try {
    for await (const line of lines) {
      const { value: row } = await rows.next();
      const fault =
        row === undefined ? 'would not be shown here' : differenceIn(line.value, row, PASSING[name]);
      if (fault !== undefined) throw faultAt(`${name}.jsonl`, line.number, fault);
    }
  } finally {
    await rows.return(undefined);
  }
}

/** As their lines would be. */
async function* rowsIn(pages: ExportedList['pages']): AsyncGenerator<unknown, undefined> {
  for await (const page of pages) for (const row of page) yield JSON.parse(jsonText(lineOf(row)));
}

/** What the command needs. What restores time that is decided needs no more of the diary than its writes. */
export const FOLDER_IMPORT = {
  imports: [BookingModule, BusinessModule, ServicesModule],
  providers: [
    ...BUSINESS_EXPORT,
    AppointmentWrites,
    BookingRows,
    BusinessRows,
    FolderImport,
    FolderSteps,
    ImportReferences,
    TimeMoves,
  ],
} satisfies ModuleMetadata;
