import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';

/** What a booking or a change names. The snapshot of a time finds an unknown service or provider; a change may need no snapshot. */
export interface NamedReferences {
  readonly customerId?: number | undefined;
  readonly locationId?: number | null | undefined;
  readonly serviceId?: number | undefined;
  readonly providerId?: number | undefined;
  /** The appointment that is changed. It may keep a customer who was erased, and a service that was deleted. */
  readonly appointmentId?: number;
  /** The series that is changed. Its appointments may keep a service that was deleted. */
  readonly seriesId?: number;
}

/**
 * Whether the customer $1, the location $2, the service $5 and the provider $6 of a body exist; null names none. An erased customer and
 * a deleted service do not count, unless the appointment $3, or one of the series $4, has it already. The lock prevents an erasure until
 * the appointment is committed.
 */
const references = (lock: string) => `select $1::int is null
                  or exists (select from (select id from customers where id = $1 and erased_at is null ${lock}) c)
                  or exists (select from appointments where id = $3 and customer_id = $1) as "customerId",
                $2::int is null or exists (select from locations where id = $2) as "locationId",
                $5::int is null
                  or exists (select from services where id = $5 and deleted_at is null)
                  or exists (select from appointments where (id = $3 or series_id = $4) and service_id = $5) as "serviceId",
                $6::int is null or exists (select from providers where id = $6) as "providerId"`;

const FIND_REFERENCES: Statement = {
  name: 'appointments.find-references',
  text: references('for key share'),
  reading: { name: 'appointments.find-references-unlocked', text: references('') },
};

@Injectable()
export class BookingReferences {
  constructor(private readonly database: Database) {}

  /** Reads nothing when nothing is named. @throws ValidationError of ids that name nothing */
  async assertFound(
    tx: EntityManager,
    { customerId, locationId, serviceId, providerId, appointmentId, seriesId }: NamedReferences,
  ): Promise<void> {
    const [customer, location, service, provider] = [customerId, locationId, serviceId, providerId].map(
      (named) => named ?? null,
    );
    if ([customer, location, service, provider].every((named) => named === null)) return;
    const values = [customer, location, appointmentId ?? null, seriesId ?? null, service, provider];
    const found = await this.database.one<Record<string, boolean>>(FIND_REFERENCES, values, tx);
    const missing = Object.entries(found).filter(([, exists]) => !exists);
    if (missing.length === 0) return;
    throw new ValidationError(
      Object.fromEntries(missing.map(([member]) => [member, `names no ${member.slice(0, -'Id'.length)}`])),
    );
  }
}
