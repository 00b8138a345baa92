import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { dryRun } from '../../platform/database/dry-run';
import { TableStatistics } from '../../platform/database/table-statistics';
import type { WriteContext } from '../../platform/database/write-context';
import { type ImportResult, ImportTally } from './import-tally';
import {
  type ImportJob,
  type RowWriter,
  type RunRequest,
  type RunWatch,
  SeenRows,
  type SourceRow,
} from './imported-row';
import { type Outcome, textOf } from './outcome';
import { RowImport } from './row-import';
import { type FileHandle, open } from 'node:fs/promises';
import { csvLines, MARK } from '../../platform/values/csv';
import { ImportRefusedError } from './imports.errors';

/** Those that grow with an import, or are asked for each row of it. */
const TABLES = [
  ...[
    'appointments',
    'audit_entries',
    'claims',
    'closures',
    'customers',
    'import_sources',
    'old_links',
    'providers',
  ],
  ...['provider_services', 'services', 'special_hours', 'time_off', 'users'],
];

/** A row of a source, and how it is named. */
export interface NamedRow {
  /** In reports, such as `line 7`. */
  readonly where: string;
  /** Its cells in the file of what is refused. */
  readonly cells: readonly string[];
  /** Where it begins in the file, if it comes from one. */
  readonly line?: number;
  /** A refusal for what cannot become a row. */
  readonly row: SourceRow | Outcome;
}

/** Rows of one kind, which share a transaction. */
export interface ImportBatch {
  readonly writer: RowWriter<object>;
  readonly rows: readonly NamedRow[];
  /** How many rows were read, these included, of how many, and of what kind. */
  readonly progress: { readonly done: number; readonly total: number; readonly kind?: string };
  /** Once they are written. */
  readonly end?: (outcomes: readonly Outcome[]) => Promise<void> | void;
}

/** How a source is read. */
export interface SourceReading {
  /** The columns of the file of what is refused, and what separates them. */
  readonly columns: readonly string[];
  readonly delimiter?: string;
  /** As of ImportJob. */
  readonly isSystem?: boolean;
  /** The rows in the order in which they are taken: those of a batch are read when those before are written. */
  readonly batches: (job: ImportJob) => AsyncIterable<ImportBatch>;
}

/** Runs imports of rows from any source. A dry run does what the real one does, and nothing of it stays. */
@Injectable()
export class ImportRuns {
  constructor(
    private readonly database: Database,
    private readonly rows: RowImport,
  ) {}

  run(request: RunRequest, watch: RunWatch, reading: SourceReading): Promise<ImportResult> {
    const { source, pastOverlaps = 'refuse', dryRun: isDryRun, rejected } = request;
    const { isSystem = false } = reading;
    const context = { via: 'import', requestId: source } as const satisfies WriteContext;
    const take = (within: WriteContext) => {
      const statistics = new TableStatistics(this.database, TABLES, within.transaction);
      const own = { source, isSystem, pastOverlaps, say: watch.say };
      const job = { ...own, statistics, seen: new SeenRows(), context: within };
      return this.takeAll(job, reading, rejected, watch);
    };
    if (isDryRun !== true) return take(context);
    return dryRun(this.database, context, (transaction) => take({ ...context, transaction }));
  }

  private async takeAll(
    job: ImportJob,
    { columns, delimiter, batches }: SourceReading,
    path: string | undefined,
    watch: RunWatch,
  ): Promise<ImportResult> {
    const tally = new ImportTally();
    const rejected = await RejectedRows.create(path, columns, delimiter);
    try {
      for await (const { writer, rows, progress, end } of batches(job)) {
        const wanted = rows.map(({ row }) => row);
        const outcomes = await this.rows.take(job, writer, wanted);
        for (const [i, { where, cells, line }] of rows.entries()) {
          const outcome = outcomes[i];
          if (outcome === undefined) throw new Error('a row has no outcome');
          tally.add(where, outcome);
          if (outcome.is === 'refused') await rejected.add(cells, String(line ?? ''), textOf(outcome));
        }
        await end?.(outcomes);
        watch.progress(progress.done, progress.total, tally.perSecond, progress.kind);
      }
      return tally.result;
    } finally {
      await rejected.close();
    }
  }
}

/** The columns that the file has besides those of the rows. */
const ADDED = ['line', 'reason'] as const;

/** A file of the rows that were refused, with the columns that they came with, so that they can be mended and imported. */
class RejectedRows {
  private constructor(
    private readonly file: FileHandle | undefined,
    /** Which cells of a row are its own; a file of rejected rows has two more. */
    private readonly isOwn: readonly boolean[],
    private readonly delimiter: string,
  ) {}

  /** Only its owner may read it: it is personal data. @param path undefined: rows are not written @throws ImportRefusedError */
  static async create(
    path: string | undefined,
    columns: readonly string[],
    delimiter = ',',
  ): Promise<RejectedRows> {
    const isOwn = columns.map(
      (column) => !(ADDED as readonly string[]).includes(column.trim().toLowerCase()),
    );
    const file = path === undefined ? undefined : await opened(path);
    const rejected = new RejectedRows(file, isOwn, delimiter);
    await file?.write(MARK);
    await rejected.add(columns, ...ADDED);
    return rejected;
  }

  /** Cells behind the last column stay behind it. */
  async add(cells: readonly string[], line: string, reason: string): Promise<void> {
    const own = this.isOwn.flatMap((isOwn, i) => (isOwn ? [cells[i] ?? ''] : []));
    const all = [...own, line, reason, ...cells.slice(this.isOwn.length)];
    await this.file?.write(csvLines([all], this.delimiter));
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    throw new ImportRefusedError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
