import { Entity, Index } from 'typeorm';
import { INTERNAL, PLAIN, TIMELESS } from '../../platform/database/columns';
import {
  id,
  int,
  json,
  metadata,
  orNull,
  RowOf,
  sortedText,
  text,
  timestamp,
} from '../../platform/database/entity-columns';

/** A person for whom appointments are booked. */
@Entity('customers')
// Serves the look-up by e-mail in a booking and keeps it unique; on an expression, which an entity cannot declare.
@Index('customers_email_key', { synchronize: false })
// Serves the search of the list; an expression too.
@Index('customers_folded_idx', { synchronize: false })
// Serves the searches of the version before this one.
@Index('customers_search_idx', { synchronize: false })
// Finds a guest without an address by telephone number; an expression.
@Index('customers_phone_idx', { synchronize: false })
@Index('customers_last_name_idx', ['lastName', 'id'])
@Index('customers_home_location_id_idx', ['homeLocationId'], { where: 'home_location_id is not null' })
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('customers_metadata_idx', { synchronize: false })
export class Customer extends RowOf({
  id: id(),
  firstName: sortedText({ holds: 'person', erased: 'Erased' }),
  lastName: sortedText({ holds: 'person', erased: 'customer', default: '' }),
  email: orNull(text({ holds: 'contact', erased: null })),
  phone: orNull(text({ holds: 'contact', erased: null })),
  address: orNull(text({ holds: 'contact', erased: null })),
  notes: orNull(text({ holds: 'contact', erased: null })),
  /** A canonical language tag (BCP 47) in which messages are written; null: that of the business. */
  language: orNull(text({ holds: 'person', erased: null })),
  /** IANA name; null: not known, the clock of the place counts alone. */
  timezone: orNull(text({ holds: 'person', erased: null })),
  /** The place to which the customer belongs, with appointments or without; null: none. */
  homeLocationId: orNull(int({ ...TIMELESS, references: 'Location', onDelete: 'SET NULL' })),
  metadata: metadata({ holds: 'person', erased: {}, formerly: {} }),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
  /** Set: the person was erased, and the customer is anonymous (docs/reference/customers.md, Personal data). */
  erasedAt: orNull(timestamp(PLAIN)),
}) {}

/** What a booking said of its guest, whose customer its key did not see. */
export interface Guest {
  readonly name: string;
  readonly phone: string | null;
  readonly language: string | null;
  readonly timezone: string | null;
  /** A visitor of a page made the booking, and was shown its link. */
  readonly hasLink?: true;
}

/**
 * The column of a row that was booked for a guest: what the booking said, where narrowed keys are told no more of the customer
 * (`booking/reach.ts`). Null: the row shows its customer. The customer and the attendee of the row have what the audit trail needs of it.
 */
export function guest() {
  return orNull(
    json<Guest>({ holds: 'contact', erased: null, isUnaudited: true, isUnseen: true, isTimeless: true }),
  );
}
