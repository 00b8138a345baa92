import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TableStatistics } from '../../platform/database/table-statistics';
import type { WriteContext } from '../../platform/database/write-context';
import type { JsonObject } from '../../platform/values/json-object';
import { type ImportKind, isKeyOfContent } from './import-sources';
import type { ProgressReport } from './import-tally';
import { type Outcome, type Refusal, refused } from './outcome';

/** How many rows share a transaction or a statement. */
export const BATCH = 250;

/** A row of another system, in the words of the API. Ids in it are ids there. */
export interface SourceRow {
  /** Its id there; undefined: it has none, and is known by what it says. */
  readonly sourceId: string | undefined;
  /** As a client would send it. */
  readonly body: JsonObject;
  /** What it is called in reports, such as `line 7`; undefined: others of the run may say the same, and be the same. */
  readonly where?: string;
}

/** `keep`: they are taken beside the others, and take no time. */
export const PAST_OVERLAPS = ['refuse', 'keep'] as const;
export type PastOverlaps = (typeof PAST_OVERLAPS)[number];

/** What an operator asks of a run, for any other system. */
export interface RunRequest {
  /** The name of the other system. */
  readonly source: string;
  readonly pastOverlaps?: PastOverlaps | undefined;
  /** A file for the rows that are refused. */
  readonly rejected?: string | undefined;
  /** Whether nothing is written. */
  readonly dryRun?: boolean | undefined;
}

/** How a run is watched. */
export interface RunWatch {
  /** Is told how the source is read, and what the counts do not show. */
  readonly say: (sentence: string) => void;
  readonly progress: ProgressReport;
}

/** One run of an import. */
export interface ImportJob {
  /** The name of the other system, such as `csv`. */
  readonly source: string;
  /** The rows that came before. */
  readonly seen: SeenRows;
  readonly say: RunWatch['say'];
  readonly statistics: Pick<TableStatistics, 'count'>;
  /**
   * Whether the source is a whole system rather than a file: ids in its rows are always its own, and its appointments are kept although
   * the service or the provider is inactive, or the provider does not offer the service any more.
   */
  readonly isSystem?: boolean;
  /** What becomes of appointments that are over and overlap others. */
  readonly pastOverlaps: PastOverlaps;
  /** Of all its writes. A dry run writes in a transaction that is rolled back. */
  readonly context: WriteContext;
}

/** A row whose body is valid. */
export interface ValidRow<Body> {
  readonly sourceId: string | undefined;
  /** As `SourceRow.where`. */
  readonly where: string | undefined;
  /** What the row says, as a digest. */
  readonly content: string;
  /** The ids under which it is remembered. The first one is its own. */
  readonly keys: readonly string[];
  readonly body: Body;
}

/** Writes the rows of one kind through the service that owns them. */
export interface RowWriter<Body extends object> {
  readonly kind: ImportKind;
  /** By which a row is read, as the body of a request is. */
  readonly type: Type<Body>;
  /** Other ids under which a row is remembered, where there are any. For a row without an id, the first one takes its place. */
  keysOf?(body: Body): readonly string[];
  /**
   * Writes rows that are not known yet, and returns what has become of each. What it throws as a DomainError is a fault of one of them:
   * they are written again one by one.
   */
  write(tx: EntityManager, job: ImportJob, rows: readonly ValidRow<Body>[]): Promise<Outcome[]>;
}

/** The metadata of an imported row: those that it brings, and where it comes from. */
export function metadataOf(
  { source }: ImportJob,
  { sourceId, body }: ValidRow<{ readonly metadata?: Readonly<Record<string, string>> | undefined }>,
): Readonly<Record<string, string>> {
  const importedFrom = sourceId === undefined ? source : `${source}:${sourceId}`;
  return { ...body.metadata, importedFrom };
}

/** A row, as far as it says whether it is another one of the run. */
type Row = Omit<ValidRow<never>, 'body'>;

/** The id is ours. */
type SeenRow = readonly [where: string, content: string, id: number];

const TWICE = 'is there twice';

/**
 * The rows of one run, by the keys under which they are remembered. A key that is known from a run before means that the row is here. A
 * key of this run means that two rows have it: the second one may say something else, and would be lost.
 */
export class SeenRows {
  private readonly rows = new Map<string, SeenRow>();

  /** Why a row is no other name of an earlier one that has its id, or says the same without any. */
  fault(kind: string, { sourceId, where, content, keys: [own = ''] }: Row): Refusal | undefined {
    const earlier = this.rows.get(nameOf(kind, own));
    if (earlier === undefined || where === undefined) return undefined;
    const [at, said] = earlier;
    if (isKeyOfContent(own))
      return refused(TWICE, `says the same as ${at}; if they are two, both need an id`);
    if (sourceId === undefined || said === content) return undefined;
    return refused(TWICE, `${at} has its id, and says something else`);
  }

  /**
   * The earlier row that a row has become one with, although they differ: they share a key that is no id.
   * @param id ours, of what the row has become
   */
  sameAs(kind: string, { sourceId, where, content, keys }: Row, id: number): string | undefined {
    const shared = sourceId === undefined ? keys : keys.slice(1);
    const earlier = shared.map((key) => this.rows.get(nameOf(kind, key))).find((row) => row?.[2] === id);
    if (earlier === undefined || where === undefined) return undefined;
    const [at, said] = earlier;
    return said === content ? undefined : at;
  }

  /** The row stands for its keys now; the first one for those that several have. */
  add(kind: string, { where, content, keys }: Row, id: number): void {
    if (where === undefined) return;
    const row: SeenRow = [where, content, id];
    for (const key of keys) {
      const name = nameOf(kind, key);
      if (!this.rows.has(name)) this.rows.set(name, row);
    }
  }
}

function nameOf(kind: string, key: string): string {
  return `${kind} ${key}`;
}
