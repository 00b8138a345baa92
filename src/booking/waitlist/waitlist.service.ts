import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BookingCustomers } from '../../people/customers/booking-customers';
import type { Guest } from '../../people/customers/customer.entity';
import { type ToldRow, toldTo } from '../../people/customers/told-guest';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { parametersOf } from '../../platform/database/columns';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { Database } from '../../platform/database/database';
import { Links, linksFor } from '../../platform/http/envelope/links';
import { seenBy } from '../../platform/http/hiding/mask';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import type { ToldAppointment } from '../diary/rows/appointment-row';
import { AppointmentsService } from '../appointments/appointments.service';
import { faultOfDuration, type OfferedTerms } from '../diary/snapshot/terms';
import { HeldTimes, type OfferedHold } from '../diary/holds/held-times';
import { HoldExpiredError } from '../diary/holds/holds.errors';
import { FirstOffer } from './offers/first-offer';
import type { LineKey } from './offers/line';
import { NEW_ENTRY } from './waitlist-entry.entity';
import {
  WaitlistEntryResponse,
  toWaitlistEntryResponse,
  type WaitlistCreate,
} from './dto/waitlist-entry.dto';
import type { WaitlistRow } from './waitlist-row';
import { readWaitingTimes } from './waiting-times';
import { TooManyEntriesError } from './waitlist.errors';
import { WaitlistQueries } from './waitlist.queries';
import {
  COUNT_OPEN,
  DELETE_OFFER,
  FIND_OFFER,
  FIND_REFERENCES,
  INSERT_ENTRY,
  INSERT_FOR_GUEST,
  LOCK_CUSTOMER,
  LOCK_ENTRY,
  SET_STATUS,
} from './waitlist.statements';

/** The most open entries of one customer, and of all. */
const MAX_OF_CUSTOMER = 20;
const MAX_OPEN = 10_000;

/** An entry that was added, and what its request said of a guest. */
interface NewEntry extends Pick<WaitlistRow, 'id'> {
  readonly customerId: number;
  readonly guest: Guest | null | undefined;
}

interface References {
  /** Null: there is no such service. */
  readonly service: (OfferedTerms & { readonly capacity: number }) | null;
  readonly hasProvider: boolean;
  readonly hasLocation: boolean;
  readonly timeZone: string | null;
}

/** Adds entries to the waitlist, and accepts or declines offers. `offers/` makes them. */
@Injectable()
export class WaitlistService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: WaitlistQueries,
    private readonly customers: BookingCustomers,
    private readonly appointments: AppointmentsService,
    private readonly firstOffer: FirstOffer,
    private readonly heldTimes: HeldTimes,
    private readonly clock: Clock,
    private readonly links: Links,
  ) {}

  /**
   * Adds an entry, and offers it a slot that is free already, unless an earlier entry takes it.
   * @throws ValidationError of ids that name nothing, of times and seats; TooManyEntriesError
   */
  add(context: WriteContext, body: WaitlistCreate): Promise<ToldRow<WaitlistRow>> {
    return this.database.transaction(context, async (tx) => {
      const { id, customerId, guest } = await this.insert(context, tx, body);
      await this.firstOffer.make({ ...context, transaction: tx }, id);
      const entry = await this.queries.get(id, tx);
      return toldTo(context, body, { ...entry, customerId }, guest);
    });
  }

  /**
   * Books the offer of an entry, which turns to `booked`, as by every booking of the hold.
   * @param start of the offer that is meant, in epoch ms; undefined: the one that there is
   * @throws NotFoundError, PreconditionFailedError, HoldExpiredError without that offer, NotBookableError
   */
  accept(context: WriteContext, id: number, start?: number): Promise<ToldAppointment> {
    return this.appointments.createLocked(context, async (tx) => {
      const { offer, holderId, attendeeName, attendeePhone, notes } = await this.lock(tx, context, id);
      if (offer === null || (start !== undefined && offer.start !== start)) throw new HoldExpiredError();
      const { holdId } = offer;
      const name = attendeeName ?? undefined;
      return { holdId, customerId: holderId ?? undefined, notes, phone: attendeePhone, name };
    });
  }

  /** Ends the offer of an entry: the next one gets it. @throws NotFoundError, PreconditionFailedError, HoldExpiredError without one */
  decline(context: WriteContext, id: number): Promise<ToldRow<WaitlistRow>> {
    return this.database.transaction(context, async (tx) => {
      const { offer } = await this.lock(tx, context, id);
      if (offer === null) throw new HoldExpiredError();
      return this.endOffer(context, tx, id, 'waiting');
    });
  }

  /** Ends the wait of an entry that is open; others stay as they are. @throws NotFoundError, PreconditionFailedError */
  withdraw(context: WriteContext, id: number): Promise<ToldRow<WaitlistRow>> {
    return this.database.transaction(context, async (tx) => {
      const entry = await this.lock(tx, context, id);
      const isOpen = entry.status === 'waiting' || entry.status === 'offered';
      return isOpen ? this.endOffer(context, tx, id, 'withdrawn') : entry;
    });
  }

  private async insert(context: WriteContext, tx: EntityManager, body: WaitlistCreate): Promise<NewEntry> {
    const now = this.clock.now();
    const { serviceId, providerId = null, locationId = null, durationMin = null, seats = 1 } = body;
    const { from, to, weekdays = null, notes = null } = body;
    const line = { serviceId, providerId, locationId, durationMin, seats };
    assertSeen(context, line);
    const [zone, customer] = await answersInOrder([
      this.zoneOf(tx, line),
      this.customers.find(context, tx, body),
    ]);
    const times = readWaitingTimes(body, zone, now);
    const { party, guest, written } = await this.customers.settle(context, tx, body, customer);
    await written;
    await this.assertMayWait(tx, party.customerId, guest != null || context.visitor !== undefined, now);
    const entry = { ...line, from, to, weekdays, notes, ...times, ...party };
    const values = parametersOf(NEW_ENTRY, { ...entry, createdAt: now, status: 'waiting' });
    const [statement, more] = guest === undefined ? [INSERT_ENTRY, []] : [INSERT_FOR_GUEST, [guest]];
    const { id } = await this.database.one<{ id: number }>(statement, [...values, ...more], tx);
    return { id, customerId: party.customerId, guest };
  }

  /** The zone of the dates. @throws ValidationError of what the entry names */
  private async zoneOf(tx: EntityManager, line: LineKey): Promise<string> {
    const values = [line.serviceId, line.providerId, line.locationId];
    const named = await this.database.one<References>(FIND_REFERENCES, values, tx);
    const { service, hasProvider, hasLocation, timeZone } = named;
    const faults = {
      ...(service === null ? { serviceId: 'names no service' } : faultsOfService(service, line)),
      ...(!hasProvider && { providerId: 'names no provider' }),
      ...(!hasLocation && { locationId: 'names no location' }),
    };
    if (Object.keys(faults).length > 0) throw new ValidationError(faults);
    return timeZone ?? this.config.businessTimeZone;
  }

  /** A key that does not see the customer is not told how many entries it has: that would tell a known e-mail address from others. */
  private async assertMayWait(
    tx: EntityManager,
    customerId: number,
    isGuest: boolean,
    now: number,
  ): Promise<void> {
    await this.database.rows(LOCK_CUSTOMER, [customerId], tx);
    const values = [customerId, new Date(now)];
    const open = await this.database.one<{ ofCustomer: number; total: number }>(COUNT_OPEN, values, tx);
    if (!isGuest && open.ofCustomer >= MAX_OF_CUSTOMER)
      throw new TooManyEntriesError('This customer', MAX_OF_CUSTOMER);
    if (open.total >= MAX_OPEN) throw new TooManyEntriesError('The waitlist', MAX_OPEN);
  }

  /**
   * Locks the provider of the offer and all who may help, the hold, and the entry, as a booking of the hold does. Resources and day limits
   * come later: the retry of a deadlock settles it with a worker that offers the entry another time just then.
   * A narrowed key looks before it locks: it never waits for a writer of what it does not see.
   * @throws NotFoundError, PreconditionFailedError
   */
  private async lock(tx: EntityManager, context: WriteContext, id: number): Promise<ToldRow<WaitlistRow>> {
    if (context.reach !== undefined) await this.queries.get(id, tx, context);
    const values = [id, new Date(this.clock.now())];
    const [offer] = await this.database.rows<OfferedHold>(FIND_OFFER, values, tx);
    if (offer !== undefined) await this.heldTimes.lockOffer(tx, offer);
    await this.database.rows(LOCK_ENTRY, [id], tx);
    const entry = await this.queries.get(id, tx, context);
    await assertPreconditions(context, () =>
      seenBy(
        context,
        WaitlistEntryResponse,
        toWaitlistEntryResponse(entry, this.config.businessTimeZone, linksFor(context, this.links)),
      ),
    );
    return entry;
  }

  private async endOffer(
    context: WriteContext,
    tx: EntityManager,
    id: number,
    status: 'waiting' | 'withdrawn',
  ): Promise<ToldRow<WaitlistRow>> {
    await this.database.rows(DELETE_OFFER, [id], tx);
    await this.database.rows(SET_STATUS, [id, status], tx);
    return this.queries.get(id, tx, context);
  }
}

/** A key that is narrowed to providers does not see an entry for any provider. @throws ValidationError */
function assertSeen({ reach }: WriteContext, { providerId }: LineKey): void {
  if (reach?.providers !== undefined && providerId === null)
    throw new ValidationError({ providerId: 'is required: this key does not see an entry for any provider' });
}

/** The faults of an entry that requests more seats, or another duration, than its service has. */
function faultsOfService(
  service: NonNullable<References['service']>,
  { seats, durationMin }: LineKey,
): Record<string, string> {
  const { capacity } = service;
  const fault = faultOfDuration(service, durationMin ?? undefined);
  return {
    ...(seats > capacity && { seats: `must be at most ${capacity}, the capacity of the service` }),
    ...(fault !== undefined && { durationMin: fault }),
  };
}
