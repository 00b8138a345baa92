import { Entity } from 'typeorm';
import { int, primary, RowOf, text } from '../../platform/database/entity-columns';

/** What a row of another system has become here. It outlives both rows, so that what was erased or deleted here does not come back. */
@Entity('import_sources')
export class ImportSource extends RowOf({
  /** The name of the other system, such as `csv`. */
  source: primary(text()),
  /** What it is, such as `customers`. */
  kind: primary(text()),
  /** A digest of the id there, which may be an e-mail address. */
  sourceId: primary(text()),
  /** Our id. */
  resourceId: int(),
}) {}
