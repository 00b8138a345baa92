import { Column, Entity, PrimaryColumn } from 'typeorm';

const KEY = 'import_sources_pkey';

/** What a row of another system has become here. It outlives both rows, so that what was erased or deleted here does not come back. */
@Entity('import_sources')
export class ImportSource {
  /** The name of the other system, such as `csv`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  readonly source: string;

  /** What it is, such as `customers`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  readonly kind: string;

  /** A digest of the id there, which may be an e-mail address. */
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  readonly sourceId: string;

  /** Our id. */
  @Column('int')
  readonly resourceId: number;
}
