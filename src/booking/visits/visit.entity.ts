import { Entity } from 'typeorm';
import { INTERNAL, PLAIN } from '../../platform/database/columns';
import { flag, id, linkCounter, RowOf, timestamp } from '../../platform/database/entity-columns';

/** Several appointments of one customer in a row, booked together. Each of them names its visit. */
@Entity('visits')
export class Visit extends RowOf({
  id: id(),
  linkCounter: linkCounter(),
  /** Whether mails have one calendar entry for all of it. False: booked by a version before. */
  sharesEntry: flag({ ...INTERNAL, default: false }),
  createdAt: timestamp(PLAIN),
}) {}
