import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database, type Statement } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { ForbiddenError, ValidationError } from '../../platform/errors/errors';
import { isSameZone } from '../../platform/time/zones/time-zone';
import { joinName, splitName } from './customer-name';
import { hushes } from './told-guest';

/** The person of a booking, as its body gives it: a known customer by id, or a name and an e-mail address. */
export interface BookingPerson {
  readonly customerId?: number | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly attendeeLanguage?: string | null | undefined;
  readonly attendeeTimezone?: string | null | undefined;
  /** Whether everything that is written will be rolled back. */
  readonly dryRun?: boolean | undefined;
}

/** The customer of a booking, and what the booking says of the person who comes where it differs from the customer. */
export interface BookingParty {
  readonly customerId: number;
  readonly attendeeName: string | null;
  readonly attendeePhone: string | null;
  readonly attendeeLanguage: string | null;
  readonly attendeeTimezone: string | null;
}

/** The customer of a booking, before anything is written. */
export interface FoundCustomer {
  readonly id: number;
  /** Null: there is none yet; the id is kept for a new one. */
  readonly stored: {
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
    readonly language: string | null;
    readonly timezone: string | null;
  } | null;
}

/** A party, and the answer to the statement that writes its customer. */
export interface SettledParty {
  readonly party: BookingParty;
  readonly customerName: string;
  readonly written: Promise<unknown>;
}

const STORED = `json_build_object('name', trim(first_name || ' ' || last_name), 'email', email, 'phone', phone,
  'language', language, 'timezone', timezone) as stored`;

/** An upsert would write the row of an existing customer. The lock keeps the customer until the booking is committed. */
const FIND_BY_EMAIL = {
  name: 'customers.find-by-email',
  text: `with known as (
           select id, ${STORED} from customers
           where lower(email collate "und-x-icu") = lower($1 collate "und-x-icu") for key share
         )
         select * from known
         union all select nextval('customers_id_seq')::int, null where not exists (select from known)`,
};
const FIND_BY_ID = {
  name: 'customers.find-by-id',
  text: `select id, ${STORED} from customers where id = $1 and erased_at is null for key share`,
};
const INSERT = `insert into customers (id, first_name, last_name, email, phone, language, timezone, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         on conflict`;
/** Writes nothing for a customer created since the look-up: the appointment then breaks its foreign key, and the transaction is retried. */
const INSERT_UNLESS_EXISTS = {
  name: 'customers.insert-unless-exists',
  text: `${INSERT} (lower(email collate "und-x-icu")) do nothing`,
};
/** The same, which also runs for a customer that was found, and then writes nothing. */
const INSERT_UNLESS_KNOWN = { name: 'customers.insert-unless-known', text: `${INSERT} do nothing` };
/** Gives the phone of the customer afterwards: a concurrent booking may have merged it in first. */
const FILL_IN_PHONE = {
  name: 'customers.fill-in-phone',
  text: `update customers set phone = coalesce(phone, $2), updated_at = case when phone is null then $3 else updated_at end
         where id = $1 returning phone`,
};

/** The number of ids that a column of integers has below zero. */
const MOST_IDS = 2 ** 31;

/** Finds or creates the customers of bookings. */
@Injectable()
export class BookingCustomers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds the customer by id or by e-mail address (in upper or lower case), in one statement.
   * @throws ValidationError when the id names no customer, or one that was erased, or the e-mail address is not that of the named customer
   * @throws ForbiddenError for both, with a key that hides contacts: it would learn whether it has guessed the address
   */
  async find(
    { hides }: Pick<WriteContext, 'hides'>,
    tx: EntityManager,
    { customerId, name, email }: BookingPerson,
  ): Promise<FoundCustomer> {
    if (customerId !== undefined && email !== undefined && hides?.includes('contacts') === true)
      throw new ForbiddenError('This key hides email: leave it out beside customerId', { hidden: 'email' });
    if (customerId === undefined && (name === undefined || email === undefined))
      throw new ValidationError({ customerId: 'is required without name and email' });
    const statement = customerId === undefined ? FIND_BY_EMAIL : FIND_BY_ID;
    const [found] = await this.database.rows<FoundCustomer>(statement, [customerId ?? email], tx);
    if (found === undefined) throw new ValidationError({ customerId: 'names no customer' });
    const address = found.stored?.email;
    if (customerId !== undefined && email !== undefined && email.toLowerCase() !== address?.toLowerCase())
      throw new ValidationError({ email: 'is not the e-mail address of the customer; leave it out' });
    return found;
  }

  /**
   * Creates a customer that was not found, or merges a missing phone into a found one; a narrowed key and a visitor of a page change no
   * customer. Waits for the answer only in the second case.
   */
  async settle(
    context: Pick<WriteContext, 'reach' | 'visitor'>,
    tx: EntityManager,
    person: BookingPerson,
    { id, stored }: FoundCustomer,
  ): Promise<SettledParty> {
    const isHushed = hushes(context, person);
    const statement = isHushed ? INSERT_UNLESS_KNOWN : INSERT_UNLESS_EXISTS;
    if (stored === null) return this.create(tx, statement, id, person);
    const { reach, visitor } = context;
    const { name, phone, attendeeLanguage, attendeeTimezone } = person;
    const mayChange = reach === undefined && visitor === undefined;
    const fillsIn = stored.phone === null && phone != null && mayChange;
    const storedPhone = fillsIn ? await this.fillIn(tx, id, phone) : stored.phone;
    const party = partyOf(id, {
      attendeeName: name !== undefined && foldName(name) !== foldName(stored.name) ? name : null,
      attendeePhone: phone != null && foldPhone(phone) !== foldPhone(storedPhone ?? '') ? phone : null,
      attendeeLanguage: attendeeLanguage === stored.language ? null : attendeeLanguage,
      attendeeTimezone: isOwnZone(attendeeTimezone, stored.timezone) ? null : attendeeTimezone,
    });
    const written = isHushed ? this.writeAsNew(tx, id, person) : Promise.resolve();
    return { party, customerName: stored.name, written };
  }

  /** Finds or creates the customer. @throws ValidationError, ForbiddenError as `find` */
  async resolve(
    context: Pick<WriteContext, 'reach' | 'visitor' | 'hides'>,
    tx: EntityManager,
    person: BookingPerson,
  ): Promise<BookingParty> {
    const found = await this.find(context, tx, person);
    const { party, written } = await this.settle(context, tx, person, found);
    await written;
    return party;
  }

  /**
   * Does for a known guest what creating one does, so that no time tells them apart. A dry run, which can be sent again and again, writes a
   * row of another id and address, and rolls it back. A booking writes none: after it, each address is known.
   */
  private writeAsNew(tx: EntityManager, id: number, person: BookingPerson): Promise<unknown> {
    const standIn = { ...person, email: `${randomUUID()}@example.com` };
    return person.dryRun === true
      ? this.create(tx, INSERT_UNLESS_KNOWN, -randomInt(1, MOST_IDS), standIn).written
      : this.create(tx, INSERT_UNLESS_KNOWN, id, person).written;
  }

  private create(
    tx: EntityManager,
    statement: Statement,
    id: number,
    { name = '', email, phone = null, attendeeLanguage = null, attendeeTimezone = null }: BookingPerson,
  ): SettledParty {
    const names = splitName(name);
    const { firstName, lastName } = names;
    const own = [firstName, lastName, email, phone, attendeeLanguage, attendeeTimezone];
    const written = this.database.rows(statement, [id, ...own, new Date(this.clock.now())], tx);
    return { party: partyOf(id, {}), customerName: joinName(names), written };
  }

  private async fillIn(tx: EntityManager, id: number, phone: string): Promise<string | null> {
    const values = [id, phone, new Date(this.clock.now())];
    const [row] = await this.database.rows<{ phone: string | null }>(FILL_IN_PHONE, values, tx);
    return row?.phone ?? null;
  }
}

type PartialParty = { readonly [Member in keyof BookingParty]?: BookingParty[Member] | undefined };

function partyOf(
  customerId: number,
  {
    attendeeName = null,
    attendeePhone = null,
    attendeeLanguage = null,
    attendeeTimezone = null,
  }: PartialParty,
): BookingParty {
  return { customerId, attendeeName, attendeePhone, attendeeLanguage, attendeeTimezone };
}

function isOwnZone(zone: string | null | undefined, stored: string | null): boolean {
  return typeof zone === 'string' && stored !== null ? isSameZone(zone, stored) : zone === stored;
}

/** Equal for names that differ only in case and spaces. */
function foldName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Equal for numbers that differ only in how they are grouped. */
function foldPhone(phone: string): string {
  return phone.toLowerCase().replaceAll(/[^\d+x]/g, '');
}
