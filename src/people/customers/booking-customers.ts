import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { ValidationError } from '../../platform/errors/errors';
import { splitName } from './customer-name';

/** The person of a booking, as its body gives it: a known customer by id, or a name and an e-mail address. */
export interface BookingPerson {
  readonly customerId?: number | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
}

/** The customer of a booking, and what the booking says of the person who comes where it differs from the customer. */
export interface BookingParty {
  readonly customerId: number;
  readonly attendeeName: string | null;
  readonly attendeePhone: string | null;
}

interface StoredCustomer {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

const STORED = `id, trim(first_name || ' ' || last_name) as name, email, phone`;

/**
 * A look-up and an insert rather than an upsert: an upsert would write the row of an existing customer. The lock keeps the
 * customer until the booking is committed, as the foreign key of the appointment does afterwards.
 */
const FIND_BY_EMAIL = {
  name: 'customers.find-by-email',
  text: `select ${STORED} from customers
         where lower(email collate "und-x-icu") = lower($1 collate "und-x-icu") for key share`,
};
const FIND_BY_ID = {
  name: 'customers.find-by-id',
  text: `select ${STORED} from customers where id = $1 for key share`,
};
const INSERT_UNLESS_EXISTS = {
  name: 'customers.insert-unless-exists',
  text: `insert into customers (first_name, last_name, email, phone, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
         on conflict (lower(email collate "und-x-icu")) do nothing returning ${STORED}`,
};
/** Gives the phone of the customer afterwards: a concurrent booking may have filled it in first. */
const FILL_IN_PHONE = {
  name: 'customers.fill-in-phone',
  text: `update customers set phone = coalesce(phone, $2), updated_at = case when phone is null then $3 else updated_at end
         where id = $1 returning phone`,
};

/** Finds or creates the customers of bookings. */
@Injectable()
export class BookingCustomers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds the customer by id or by e-mail address (in upper or lower case), or creates one. An existing customer keeps the stored
   * name and phone; a missing phone is filled in.
   * @throws ValidationError when the id names no customer, or the e-mail address is not that of the named customer
   */
  async resolve(tx: EntityManager, person: BookingPerson): Promise<BookingParty> {
    const { name, phone } = person;
    const customer =
      person.customerId === undefined
        ? await this.findOrCreate(tx, person)
        : await this.find(tx, person.customerId, person.email);
    const storedPhone =
      customer.phone === null && phone != null ? await this.fillIn(tx, customer.id, phone) : customer.phone;
    return {
      customerId: customer.id,
      attendeeName: name !== undefined && foldName(name) !== foldName(customer.name) ? name : null,
      attendeePhone: phone != null && foldPhone(phone) !== foldPhone(storedPhone ?? '') ? phone : null,
    };
  }

  private async find(tx: EntityManager, id: number, email: string | undefined): Promise<StoredCustomer> {
    const [customer] = await this.database.rows<StoredCustomer>(FIND_BY_ID, [id], tx);
    if (customer === undefined) throw new ValidationError({ customerId: 'names no customer' });
    if (email !== undefined && email.toLowerCase() !== customer.email?.toLowerCase())
      throw new ValidationError({ email: 'is not the e-mail address of the customer; leave it out' });
    return customer;
  }

  private async findOrCreate(
    tx: EntityManager,
    { name, email, phone }: BookingPerson,
  ): Promise<StoredCustomer> {
    if (name === undefined || email === undefined)
      throw new ValidationError({ customerId: 'is required without name and email' });
    const { firstName, lastName } = splitName(name);
    const now = new Date(this.clock.now());
    for (;;) {
      const [known] = await this.database.rows<StoredCustomer>(FIND_BY_EMAIL, [email], tx);
      if (known !== undefined) return known;
      const values = [firstName, lastName, email, phone ?? null, now];
      const [created] = await this.database.rows<StoredCustomer>(INSERT_UNLESS_EXISTS, values, tx);
      if (created !== undefined) return created;
      // A concurrent transaction has created it: the next look-up finds it.
    }
  }

  private async fillIn(tx: EntityManager, id: number, phone: string): Promise<string | null> {
    const values = [id, phone, new Date(this.clock.now())];
    const [row] = await this.database.rows<{ phone: string | null }>(FILL_IN_PHONE, values, tx);
    return row?.phone ?? null;
  }
}

/** Equal for names that differ only in case and spaces. */
function foldName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Equal for numbers that differ only in how they are grouped. */
function foldPhone(phone: string): string {
  return phone.toLowerCase().replaceAll(/[^\d+x]/g, '');
}
