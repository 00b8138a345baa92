import { Injectable } from '@nestjs/common';
import { inBatches } from '../batches';
import { ImportRuns } from '../import-runs';
import { ImportTally, type ImportResult, type ProgressReport } from '../import-tally';
import type { ImportJob, RowWriter, RunRequest, RunWatch, SourceRow } from '../imported-row';
import { isOpen, isOutcome, type Outcome, refused, textOf } from '../outcome';
import { RejectedRows } from '../rejected-rows';
import { RowImport } from '../row-import';
import { AppointmentRows } from '../rows/appointment-rows';
import { CustomerRows } from '../rows/customer-rows';
import { ServiceRows } from '../rows/service-rows';
import { ShiftRows } from '../rows/shift-rows';
import { CellFault, type CsvReading, readCells } from './csv-cells';
import { type CsvColumns, readColumns } from './csv-columns';
import { CsvFile, type CsvRow, type CsvSettings, DELIMITERS } from './csv-file';

/** What a file may hold. */
export const CSV_KINDS = ['customers', 'services', 'appointments', 'shifts'] as const;
export type CsvKind = (typeof CSV_KINDS)[number];

export interface CsvRequest extends RunRequest, CsvSettings, CsvReading {
  readonly kind: CsvKind;
  readonly path: string;
  /** Our names of columns, by theirs. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
}

interface OpenFile {
  readonly request: CsvRequest;
  readonly file: CsvFile;
  readonly columns: CsvColumns;
  readonly writer: RowWriter<object>;
}

/** Imports files of comma-separated values. */
@Injectable()
export class CsvImport {
  private readonly writers: Readonly<Record<CsvKind, RowWriter<object>>>;

  constructor(
    private readonly runs: ImportRuns,
    private readonly rows: RowImport,
    appointments: AppointmentRows,
    customers: CustomerRows,
    services: ServiceRows,
    shifts: ShiftRows,
  ) {
    this.writers = { appointments, customers, services, shifts };
  }

  /** @throws ImportRefusedError of a file that cannot be read; nothing is done then */
  async run(request: CsvRequest, watch: RunWatch): Promise<ImportResult> {
    const { kind, path, columns: map = {} } = request;
    const { say, progress } = watch;
    const writer = this.writers[kind];
    const file = await CsvFile.open(path, request);
    const columns = readColumns(file.header, writer.type, map);
    say(`${path}: ${file.encoding}, columns separated by ${DELIMITERS[file.delimiter]}.`);
    if (columns.ignored.length > 0) say(`Columns that are not taken: ${columns.ignored.join(', ')}.`);
    const open = { request, file, columns, writer };
    return this.runs.run(request, watch, (job) => this.takeAll(job, open, progress));
  }

  private async takeAll(job: ImportJob, open: OpenFile, progress: ProgressReport): Promise<ImportResult> {
    const { file, request } = open;
    const tally = new ImportTally();
    const rejected = await RejectedRows.create(request.rejected, file.header, file.delimiter);
    try {
      for await (const batch of inBatches(file.rows())) {
        const outcomes = await this.take(job, open, batch);
        for (const [i, outcome] of outcomes.entries()) {
          const { line, cells } = batch[i] ?? { line: 0, cells: [] };
          tally.add(placeOf(line), outcome);
          if (outcome.is === 'refused') await rejected.add(cells, String(line), textOf(outcome));
        }
        progress(tally.done, file.total, tally.perSecond);
      }
      return tally.result;
    } finally {
      await rejected.close();
    }
  }

  private async take(job: ImportJob, open: OpenFile, batch: readonly CsvRow[]): Promise<readonly Outcome[]> {
    const read = batch.map((row) => readRow(row, open));
    const outcomes = await this.rows.take(job, open.writer, read.filter(isOpen));
    const next = outcomes[Symbol.iterator]();
    return read.map((row) => (isOutcome(row) ? row : (next.next().value ?? refused('was lost'))));
  }
}

function placeOf(line: number): string {
  return `line ${line}`;
}

function readRow({ line, cells }: CsvRow, { file, columns, request }: OpenFile): SourceRow | Outcome {
  const wanted = file.header.length;
  if (cells.length !== wanted) return refused(`has ${cells.length} cells where the first row has ${wanted}`);
  try {
    return { ...readCells(cells, columns.taken, request), where: placeOf(line) };
  } catch (error) {
    if (error instanceof CellFault) return error.refusal;
    throw error;
  }
}
