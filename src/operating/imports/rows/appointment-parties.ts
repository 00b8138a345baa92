import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BookingCustomers, type BookingParty } from '../../../people/customers/booking-customers';
import { ValidationError } from '../../../platform/errors/errors';
import type { ImportedAppointment } from '../dto/imported-rows';
import { ImportReferences } from '../import-references.queries';
import { ImportSources, keyOfEmail } from '../import-sources';
import type { ImportJob, ValidRow } from '../imported-row';
import type { References } from '../source-references';
import type { Candidate } from '../../../booking/diary/decisions/candidate';

/** A row of which all ids but that of the customer are ours. */
export interface WantedAppointment {
  readonly row: ValidRow<ImportedAppointment>;
  readonly candidate: Candidate;
}

/** Finds or creates the customers of imported appointments. */
@Injectable()
export class AppointmentParties {
  constructor(
    private readonly sources: ImportSources,
    private readonly found: ImportReferences,
    private readonly customers: BookingCustomers,
  ) {}

  /** Looks up those of a batch, with one statement each for ids, for addresses and for persons who were erased. */
  async open(
    tx: EntityManager,
    job: ImportJob,
    wanted: readonly WantedAppointment[],
    references: References,
  ): Promise<Parties> {
    const emails = wanted.flatMap(({ row: { body } }) =>
      body.customerId === undefined && body.email != null ? [keyOfEmail(body.email)] : [],
    );
    const byEmail = await this.sources.find(tx, job.source, 'customers', emails);
    const named = wanted.flatMap(({ row: { body } }) => references.find('customerId', body.customerId) ?? []);
    const living = await this.found.livingCustomers(tx, [...named, ...byEmail.values()]);
    const resolve = (person: Parameters<BookingCustomers['resolve']>[2]) =>
      this.customers.resolve(job.context, tx, person).then(({ party }) => party);
    const remember = (email: string, id: number) =>
      this.sources.record(tx, job.source, 'customers', [[keyOfEmail(email), id]]);
    return new Parties({ references, byEmail, living, resolve, remember });
  }
}

interface Known {
  readonly references: References;
  /** The customers that this source has brought, by the key of their address. */
  readonly byEmail: ReadonlyMap<string, number>;
  readonly living: ReadonlySet<number>;
  readonly resolve: (person: Parameters<BookingCustomers['resolve']>[2]) => Promise<BookingParty>;
  readonly remember: (email: string, id: number) => Promise<void>;
}

/** The customers of the appointments of one batch. */
export class Parties {
  constructor(private readonly known: Known) {}

  /** @throws ValidationError of an id or an address that names no customer any more */
  async of(body: ImportedAppointment): Promise<BookingParty> {
    const { customerId, email, name, phone, attendeeLanguage, attendeeTimezone } = body;
    const { references, byEmail } = this.known;
    const said = { name, phone, attendeeLanguage, attendeeTimezone };
    if (customerId !== undefined)
      return this.ofKnown(references.get('customerId', customerId), 'customerId', said);
    if (email == null) return this.known.resolve({ ...said, email });
    const known = byEmail.get(keyOfEmail(email));
    if (known !== undefined) return this.ofKnown(known, 'email', said);
    const party = await this.known.resolve({ ...said, email });
    await this.known.remember(email, party.customerId);
    return party;
  }

  private ofKnown(customerId: number, member: string, said: PersonSaid): Promise<BookingParty> {
    if (!this.known.living.has(customerId))
      throw new ValidationError({ [member]: 'names no customer, or one who was erased' });
    if (Object.values(said).every((value) => value == null)) return Promise.resolve(partyOf(customerId));
    return this.known.resolve({ customerId, ...said });
  }
}

type PersonSaid = Pick<ImportedAppointment, 'name' | 'phone' | 'attendeeLanguage' | 'attendeeTimezone'>;

function partyOf(customerId: number): BookingParty {
  return {
    customerId,
    attendeeName: null,
    attendeePhone: null,
    attendeeLanguage: null,
    attendeeTimezone: null,
  };
}
