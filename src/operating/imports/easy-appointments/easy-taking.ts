import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { ImportJob, RowWriter } from '../imported-row';
import { isOpen, isOutcome, type Outcome, refused } from '../outcome';
import { RowImport } from '../row-import';
import { EasyReferences, type OurIds } from './easy-references.queries';
import type { EasyRun } from './easy-run';
import type { MappedRow } from '../../../../importers/easy-appointments/src/mapped-row';
import type { EasyRow } from '../../../../importers/easy-appointments/src/row';

/** Takes pages of rows, and reports what becomes of each. */
@Injectable()
export class EasyTaking {
  constructor(
    private readonly database: Database,
    private readonly rows: RowImport,
    private readonly references: EasyReferences,
  ) {}

  /** @param what the rows are called in the report @returns what has become of them, in their order */
  async take<Body extends object>(
    run: EasyRun,
    writer: RowWriter<Body>,
    what: string,
    rows: readonly EasyRow[],
    map: (row: EasyRow) => MappedRow,
  ): Promise<Outcome[]> {
    const mapped = rows.map((row) => calledAs(`${what} ${row.id}`, map(row)));
    const outcomes = await this.write(run.job, writer, mapped);
    for (const [i, row] of rows.entries()) await run.report.add({ what, row }, outcomes[i] ?? LOST);
    return outcomes;
  }

  /** As `take`, without a report. */
  async write<Body extends object>(
    job: ImportJob,
    writer: RowWriter<Body>,
    mapped: readonly MappedRow[],
  ): Promise<Outcome[]> {
    const taken = await this.rows.take(job, writer, mapped.filter(isOpen));
    const next = taken[Symbol.iterator]();
    return mapped.map((row) => (isOutcome(row) ? row : (next.next().value ?? LOST)));
  }

  /** Our ids of what is here, by the ids in the other system. */
  idsOf(
    { source, context }: ImportJob,
    kind: 'categories' | 'customers' | 'services' | 'providers',
    theirs: readonly string[],
  ): Promise<OurIds> {
    return this.database.transaction(context, (tx) => this.references.find(tx, source, kind, theirs));
  }
}

/** A row with the name by which reports call it. */
export function calledAs(where: string, row: MappedRow): MappedRow {
  return isOutcome(row) ? row : { ...row, where };
}

/** Of a row for which a writer has no outcome. */
export const LOST = refused('was lost');
