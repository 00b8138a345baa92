import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import { FIND_REFERENCES } from '../appointments.statements';

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
