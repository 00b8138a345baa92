import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { ErrorTranslator } from '../../platform/errors/error-translator';
import { RequestValidationPipe } from '../../platform/http/request-validation.pipe';
import { faultOf } from './faults';
import { ImportSources, keyOfContent, keyOfId } from './import-sources';
import type { ImportJob, RowWriter, SourceRow, ValidRow } from './imported-row';
import { isOpen, isOutcome, type Outcome, refused } from './outcome';

/** The longest id of another system, in characters. */
const MAX_SOURCE_ID = 200;

/**
 * Imports rows: each is taken, unchanged or refused, as if it were a transaction of its own. Many share one, because a commit takes
 * longer than a row; after a fault, the halves are tried again.
 */
@Injectable()
export class RowImport {
  private readonly pipe = new RequestValidationPipe();

  constructor(
    private readonly database: Database,
    private readonly sources: ImportSources,
    private readonly errors: ErrorTranslator,
  ) {}

  /**
   * @param rows those that are decided already stay so
   * @returns what has become of each row, in their order
   * @throws what is no fault of a row, such as an outage of the database
   */
  async take<Body extends object>(
    job: ImportJob,
    writer: RowWriter<Body>,
    rows: readonly (SourceRow | Outcome)[],
  ): Promise<Outcome[]> {
    const read = await Promise.all(rows.map((row) => this.read(writer, row)));
    const valid = read.filter(isOpen<ValidRow<Body>>);
    const outcomes = (await this.takeValid(job, writer, valid))[Symbol.iterator]();
    await job.statistics.count(writer.kind, valid.length);
    return read.map((row) => (isOutcome(row) ? row : nextOf(outcomes)));
  }

  private async read<Body extends object>(
    writer: RowWriter<Body>,
    row: SourceRow | Outcome,
  ): Promise<ValidRow<Body> | Outcome> {
    if (isOutcome(row)) return row;
    const { sourceId, body, where } = row;
    if (sourceId !== undefined && sourceId.length > MAX_SOURCE_ID)
      return refused(`id must be at most ${MAX_SOURCE_ID} characters long`);
    try {
      const valid = (await this.pipe.transform(body, { type: 'body', metatype: writer.type })) as Body;
      const own = sourceId === undefined ? [] : [keyOfId(sourceId)];
      const keys = [...own, ...(writer.keysOf?.(valid) ?? [])];
      const content = digestOf(body);
      return {
        sourceId,
        where,
        content,
        body: valid,
        keys: keys.length === 0 ? [keyOfContent(content)] : keys,
      };
    } catch (error) {
      const reason = faultOf(error);
      if (reason === undefined) throw error;
      return refused(reason);
    }
  }

  /** A row that names the same thing as one before it waits until that one is decided. */
  private async takeValid<Body extends object>(
    job: ImportJob,
    writer: RowWriter<Body>,
    rows: readonly ValidRow<Body>[],
  ): Promise<Outcome[]> {
    if (rows.length === 0) return [];
    const seen = new Set<string>();
    const isAgain = rows.map(({ keys }) => {
      const again = keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      return again;
    });
    const first = await this.takeUnseen(
      job,
      writer,
      rows.filter((_, i) => isAgain[i] === false),
    );
    const later = await this.takeValid(
      job,
      writer,
      rows.filter((_, i) => isAgain[i] === true),
    );
    const [firstOnes, laterOnes] = [first[Symbol.iterator](), later[Symbol.iterator]()];
    return isAgain.map((again) => nextOf(again ? laterOnes : firstOnes));
  }

  /** Rows of which no two name the same thing. */
  private async takeUnseen<Body extends object>(
    job: ImportJob,
    writer: RowWriter<Body>,
    rows: readonly ValidRow<Body>[],
  ): Promise<Outcome[]> {
    const { seen, say } = job;
    const { kind } = writer;
    const judged = rows.map((row) => seen.fault(kind, row) ?? row);
    const outcomes = await this.takeTogether(job, writer, judged.filter(isOpen<ValidRow<Body>>));
    const next = outcomes[Symbol.iterator]();
    return judged.map((row) => {
      const outcome = isOutcome(row) ? row : nextOf(next);
      if (isOutcome(row) || outcome.is === 'refused') return outcome;
      const same = seen.sameAs(kind, row, outcome.id);
      if (same !== undefined)
        say(
          `${row.where ?? ''}: the same person as ${same}, by the e-mail address. What else it says is not taken.`,
        );
      seen.add(kind, row, outcome.id);
      return outcome;
    });
  }

  private async takeTogether<Body extends object>(
    job: ImportJob,
    writer: RowWriter<Body>,
    rows: readonly ValidRow<Body>[],
  ): Promise<Outcome[]> {
    if (rows.length === 0) return [];
    try {
      return await this.database.transaction(job.context, (tx) => this.attempt(tx, job, writer, rows));
    } catch (error) {
      const reason = this.faultOf(error);
      if (reason === undefined) throw error;
      if (rows.length === 1) return [refused(reason)];
      const middle = rows.length >> 1;
      const before = await this.takeTogether(job, writer, rows.slice(0, middle));
      return [...before, ...(await this.takeTogether(job, writer, rows.slice(middle)))];
    }
  }

  private async attempt<Body extends object>(
    tx: EntityManager,
    job: ImportJob,
    writer: RowWriter<Body>,
    rows: readonly ValidRow<Body>[],
  ): Promise<Outcome[]> {
    const { source } = job;
    const { kind } = writer;
    await this.sources.lock(tx, source);
    const keys = rows.flatMap((row) => row.keys);
    const known = await this.sources.find(tx, source, kind, keys);
    const knownIds = rows.map((row) => row.keys.map((key) => known.get(key)).find((id) => id !== undefined));
    const fresh = rows.filter((_, i) => knownIds[i] === undefined);
    const written = fresh.length === 0 ? [] : await writer.write(tx, job, fresh);
    const next = written[Symbol.iterator]();
    const outcomes = knownIds.map((id): Outcome =>
      id === undefined ? nextOf(next) : { is: 'unchanged', id },
    );
    const ids = rows.flatMap((row, i) => {
      const outcome = outcomes[i];
      return outcome === undefined || outcome.is === 'refused'
        ? []
        : row.keys.filter((key) => !known.has(key)).map((key) => [key, outcome.id] as const);
    });
    await this.sources.record(tx, source, kind, ids);
    return outcomes;
  }

  /** The fault of a row that an error tells; undefined: it is no row's. */
  private faultOf(error: unknown): string | undefined {
    return faultOf(error) ?? faultOf(this.errors.translate(error));
  }
}

function digestOf(body: SourceRow['body']): string {
  const said = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(said), 'base64url');
}

function nextOf(outcomes: Iterator<Outcome, undefined>): Outcome {
  const { value } = outcomes.next();
  if (value === undefined) throw new Error('the writer gave fewer outcomes than rows');
  return value;
}
