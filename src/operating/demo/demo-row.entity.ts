import { Entity } from 'typeorm';
import { int, primary, RowOf, text } from '../../platform/database/entity-columns';

/** A row of another table that the demo has added. Its removal deletes both. */
@Entity('demo_rows')
export class DemoRow extends RowOf({
  /** The table. */
  resource: primary(text()),
  resourceId: primary(int()),
}) {}
