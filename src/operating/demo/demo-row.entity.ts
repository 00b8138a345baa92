import { Entity, PrimaryColumn } from 'typeorm';

const KEY = 'demo_rows_pkey';

/** A row of another table that the demo has added. Its removal deletes both. */
@Entity('demo_rows')
export class DemoRow {
  /** The table. */
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  readonly resource: string;

  @PrimaryColumn('int', { primaryKeyConstraintName: KEY })
  readonly resourceId: number;
}
