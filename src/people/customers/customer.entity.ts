import { Column, Entity, Index } from 'typeorm';
import { columnsOf, INSTANT, INTERNAL_INSTANT, nullable, PLAIN } from '../../platform/database/columns';
import type { Metadata } from '../../platform/metadata/metadata';
import { Id, MetadataColumn } from '../../platform/database/entity-columns';

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
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('customers_metadata_idx', { synchronize: false })
export class Customer {
  @Id('customers')
  readonly id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  firstName: string;

  @Column({ type: 'text', collation: 'und-x-icu', default: '' })
  lastName: string;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  /** A canonical language tag (BCP 47) in which messages are written; null: that of the business. */
  @Column('text', { nullable: true })
  language: string | null;

  /** IANA name; null: not known, the clock of the place counts alone. */
  @Column('text', { nullable: true })
  timezone: string | null;

  @MetadataColumn()
  metadata: Metadata;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;

  /** Set: the person was erased, and the customer is anonymous (docs/reference/customers.md, Personal data). */
  @Column('timestamptz', { nullable: true })
  erasedAt: Date | null;
}

export const CUSTOMER_COLUMNS = columnsOf<Customer>({
  id: PLAIN,
  firstName: { holds: 'person', erased: 'Erased' },
  lastName: { holds: 'person', erased: 'customer' },
  email: { holds: 'contact', erased: null },
  phone: { holds: 'contact', erased: null },
  address: { holds: 'contact', erased: null },
  notes: { holds: 'contact', erased: null },
  language: { holds: 'person', erased: null },
  timezone: { holds: 'person', erased: null },
  metadata: { holds: 'person', erased: {}, formerly: {} },
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
  erasedAt: INSTANT,
});

/** What a booking said of its guest, whose customer its key did not see. */
export interface Guest {
  readonly name: string;
  readonly phone: string | null;
  readonly language: string | null;
  readonly timezone: string | null;
  /** A visitor of a page made the booking, and was shown its link. */
  readonly hasLink?: true;
}

/** The column of a row that was booked for a guest. The customer and the attendee of the row have what the audit trail needs of it. */
export const GUEST = nullable<Guest>('guest', {
  holds: 'contact',
  erased: null,
  isUnaudited: true,
  isUnseen: true,
  isTimeless: true,
});
