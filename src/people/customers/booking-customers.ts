import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database, type Statement } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { ForbiddenError, ValidationError } from '../../platform/errors/errors';
import { isSameZone } from '../../platform/time/zones/time-zone';
import { joinClauses } from '../../platform/database/reads/clause';
import type { Reach } from '../../platform/restrictions';
import {
  FILL_IN_PHONE,
  FIND_BY_EMAIL,
  FIND_BY_ID,
  FIND_BY_PHONE,
  INSERT_UNLESS_EXISTS,
  INSERT_UNLESS_KNOWN,
  LOCK_PHONE,
} from './booking-customers.statements';
import { joinName, splitName } from './customer-name';
import type { Guest } from './customer.entity';
import { foldPhone, spellingsOf } from './phone-number';
import { guestOf, hushes } from './told-guest';
import { VisibleCustomers } from './visible-customers';

/** The person of a booking, as its body gives it: a known customer by id, or a name and an e-mail address, or null and a number. */
export interface BookingPerson {
  readonly customerId?: number | undefined;
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly attendeeLanguage?: string | null | undefined;
  readonly attendeeTimezone?: string | null | undefined;
  /** Whether nothing is written. */
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
  /** Null: there is none yet; the id is kept for a new one. It is 0 where nothing can be written. */
  readonly stored: {
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
    readonly language: string | null;
    readonly timezone: string | null;
  } | null;
  /** Whether a narrowed key sees it; undefined for other keys. */
  readonly isSeen?: boolean;
}

/** A party, and what its booking is stored with. */
export interface ResolvedParty {
  readonly party: BookingParty;
  /** Null: the key sees the customer, or has brought it. Undefined: the key is not narrowed, and no visitor's. */
  readonly guest: Guest | null | undefined;
}

/** The same, and the answer to the statement that writes the customer. */
export interface SettledParty extends ResolvedParty {
  readonly customerName: string;
  readonly written: Promise<unknown>;
}

/** Finds or creates the customers of bookings. */
@Injectable()
export class BookingCustomers {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly visible: VisibleCustomers,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds the customer by id, by e-mail address (in upper or lower case), or a guest without an address by telephone number and name.
   * @throws ValidationError when the id names no customer, or one that was erased, or the e-mail address is not that of the named customer
   * @throws ForbiddenError for both, with a key that hides contacts: it would learn whether it has guessed the address
   */
  async find(
    { hides, reach, visitor }: Pick<WriteContext, 'hides' | 'reach' | 'visitor'>,
    tx: EntityManager,
    person: BookingPerson,
  ): Promise<FoundCustomer> {
    const { customerId, name, email } = person;
    if (customerId !== undefined && email !== undefined && hides?.includes('contacts') === true)
      throw new ForbiddenError('This key hides email: leave it out beside customerId', { hidden: 'email' });
    if (customerId === undefined && (name === undefined || email === undefined))
      throw new ValidationError({ customerId: 'is required without name and email' });
    if (customerId === undefined && email === null && visitor !== undefined)
      throw new ValidationError({ email: 'is required' });
    const [named, values] =
      customerId !== undefined
        ? ([FIND_BY_ID, [customerId]] as const)
        : email === null
          ? await this.byPhone(tx, person)
          : ([FIND_BY_EMAIL, [email]] as const);
    const [statement, seen] = this.seenBy(reach, named, values.length);
    const [found] = await this.database.rows<FoundCustomer>(statement, [...values, ...seen], tx);
    if (found === undefined) throw new ValidationError({ customerId: 'names no customer' });
    const address = found.stored?.email ?? null;
    if (customerId !== undefined && email !== undefined && email?.toLowerCase() !== address?.toLowerCase())
      throw new ValidationError({ email: 'is not the e-mail address of the customer; leave it out' });
    return found;
  }

  /** The statement that finds a guest without an address, and its values. @throws ValidationError without a number */
  private async byPhone(
    tx: EntityManager,
    { name, phone }: BookingPerson,
  ): Promise<readonly [Statement, readonly unknown[]]> {
    if (phone == null) throw new ValidationError({ phone: 'is required where email is null' });
    const spellings = await spellingsOf(phone, this.config.businessCountry);
    if (!this.database.isReadOnly(tx)) await this.database.rows(LOCK_PHONE, [spellings[0]], tx);
    return [FIND_BY_PHONE, [spellings, name]];
  }

  /**
   * Creates a customer that was not found, or merges a missing phone into a found one; a narrowed key and a visitor of a page change no
   * customer. Waits for the answer only in the second case.
   */
  async settle(
    context: Pick<WriteContext, 'reach' | 'visitor'>,
    tx: EntityManager,
    person: BookingPerson,
    found: FoundCustomer,
  ): Promise<SettledParty> {
    const { id, stored } = found;
    const guest = guestOf(context, person, found);
    const isHushed = hushes(context, person);
    const statement = isHushed ? INSERT_UNLESS_KNOWN : INSERT_UNLESS_EXISTS;
    if (stored === null) return { ...this.create(tx, statement, id, person), guest };
    const { reach, visitor } = context;
    const { attendeeLanguage, attendeeTimezone } = person;
    // A guest who was found by name and number has those.
    const { name, phone } = person.email === null && person.customerId === undefined ? {} : person;
    const mayChange = reach === undefined && visitor === undefined;
    const fillsIn = stored.phone === null && phone != null && mayChange;
    const storedPhone = fillsIn ? await this.fillIn(tx, id, phone) : stored.phone;
    const party = partyOf(id, {
      attendeeName: name !== undefined && foldName(name) !== foldName(stored.name) ? name : null,
      attendeePhone: phone != null && foldPhone(phone) !== foldPhone(storedPhone ?? '') ? phone : null,
      attendeeLanguage: attendeeLanguage === stored.language ? null : attendeeLanguage,
      attendeeTimezone: isOwnZone(attendeeTimezone, stored.timezone) ? null : attendeeTimezone,
    });
    // Does for a known guest what creating one does, so that no time tells them apart. It writes no row: after it, each address is known.
    const written = isHushed ? this.create(tx, INSERT_UNLESS_KNOWN, id, person).written : Promise.resolve();
    return { party, guest, customerName: stored.name, written };
  }

  /** Finds or creates the customer. @throws ValidationError, ForbiddenError as `find` */
  async resolve(
    context: Pick<WriteContext, 'reach' | 'visitor' | 'hides'>,
    tx: EntityManager,
    person: BookingPerson,
  ): Promise<ResolvedParty> {
    const found = await this.find(context, tx, person);
    const { party, guest, written } = await this.settle(context, tx, person, found);
    await written;
    return { party, guest };
  }

  /** Of a narrowed key the statement also says whether the key sees the customer. @returns the statement, and its values after the first */
  private seenBy(
    reach: Reach | undefined,
    statement: Statement,
    count: number,
  ): [Statement, readonly unknown[]] {
    if (reach === undefined) return [statement, []];
    const { name, sql, values } = joinClauses(this.visible.clauses(reach), count + 1);
    const seen = (found: Statement): Statement => ({
      name: `${found.name}.seen-${name}`,
      text: `
      select f.*, exists (select from customers t where t.id = f.id and ${sql}) as "isSeen" from (${found.text}) f`,
      ...(found.reading && { reading: seen(found.reading) }),
    });
    return [seen(statement), values];
  }

  private create(
    tx: EntityManager,
    statement: Statement,
    id: number,
    { name = '', email, phone = null, attendeeLanguage = null, attendeeTimezone = null }: BookingPerson,
  ): Omit<SettledParty, 'guest'> {
    const names = splitName(name);
    const { firstName, lastName } = names;
    const own = [firstName, lastName, email, phone, attendeeLanguage, attendeeTimezone];
    const values = [id, ...own, new Date(this.clock.now())];
    const written = this.database.isReadOnly(tx)
      ? Promise.resolve()
      : this.database.rows(statement, values, tx);
    return { party: partyOf(id, {}), customerName: joinName(names), written };
  }

  private async fillIn(tx: EntityManager, id: number, phone: string): Promise<string | null> {
    if (this.database.isReadOnly(tx)) return phone;
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
