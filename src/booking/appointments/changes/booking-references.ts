import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import { FIND_REFERENCES } from '../appointments.statements';

/** What a booking or a change names, apart from the service and the provider. */
export interface NamedReferences {
  readonly customerId?: number | undefined;
  readonly locationId?: number | null | undefined;
  /** The appointment that is changed. It may keep a customer who was erased. */
  readonly appointmentId?: number;
}

@Injectable()
export class BookingReferences {
  constructor(private readonly database: Database) {}

  /** Reads nothing when nothing is named. @throws ValidationError of ids that name nothing */
  async assertFound(
    tx: EntityManager,
    { customerId, locationId, appointmentId }: NamedReferences,
  ): Promise<void> {
    if (customerId === undefined && typeof locationId !== 'number') return;
    const values = [customerId ?? null, locationId ?? null, appointmentId ?? null];
    const found = await this.database.one<Record<string, boolean>>(FIND_REFERENCES, values, tx);
    const missing = Object.entries(found).filter(([, exists]) => !exists);
    if (missing.length === 0) return;
    throw new ValidationError(
      Object.fromEntries(missing.map(([member]) => [member, `names no ${member.slice(0, -'Id'.length)}`])),
    );
  }
}
