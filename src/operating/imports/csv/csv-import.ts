import { Injectable } from '@nestjs/common';
import { inBatches } from '../../../platform/values/batches';
import { type ImportBatch, ImportRuns, type NamedRow } from '../import-runs';
import type { ImportResult } from '../import-tally';
import { BATCH, type RowWriter, type RunRequest, type RunWatch, type SourceRow } from '../imported-row';
import { type Outcome, refused } from '../outcome';
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
    const { say } = watch;
    const writer = this.writers[kind];
    const file = await CsvFile.open(path, request);
    const columns = readColumns(file.header, writer.type, map);
    say(`${path}: ${file.encoding}, columns separated by ${DELIMITERS[file.delimiter]}.`);
    if (columns.ignored.length > 0) say(`Columns that are not taken: ${columns.ignored.join(', ')}.`);
    const open = { request, file, columns, writer };
    return this.runs.run(request, watch, {
      columns: file.header,
      delimiter: file.delimiter,
      batches: () => batchesOf(open),
    });
  }
}

async function* batchesOf(open: OpenFile): AsyncGenerator<ImportBatch> {
  const { file, writer } = open;
  let done = 0;
  for await (const rows of inBatches(file.rows(), BATCH)) {
    done += rows.length;
    yield { writer, rows: rows.map((row) => namedRow(row, open)), progress: { done, total: file.total } };
  }
}

function namedRow(row: CsvRow, open: OpenFile): NamedRow {
  const { line, cells } = row;
  return { where: placeOf(line), cells, line, row: readRow(row, open) };
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
