import { Column } from 'typeorm';
import { columnsOf, INSTANT, PLAIN, SECRET } from '../../../platform/database/columns';

/** A link under which a calendar can be read. The table holds only the hash of its secret. */
export abstract class Feed {
  /** That of the provider or of the location, which has at most one; 1 for the business. */
  abstract readonly id: number;

  /** The part of the link that finds the row. */
  @Column('text')
  readonly keyId: string;

  /** SHA-256 of the other part. */
  @Column('bytea')
  readonly secretHash: Buffer;

  @Column('timestamptz')
  readonly createdAt: Date;
}

export const FEED_COLUMNS = columnsOf<Feed>({
  id: PLAIN,
  keyId: PLAIN,
  secretHash: SECRET,
  createdAt: INSTANT,
});
