import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { ValidationError } from '../../platform/errors/errors';

const PROVIDER_IDS = { name: 'closures.provider-ids', text: 'select id from providers' };

const ZONE = { name: 'closures.zone', text: 'select timezone from locations where id = $1' };

/** Reads whom and what a closure concerns. */
@Injectable()
export class ClosuresQueries {
  constructor(private readonly database: Database) {}

  async providerIds(tx: EntityManager): Promise<number[]> {
    return (await this.database.rows<{ id: number }>(PROVIDER_IDS, [], tx)).map(({ id }) => id);
  }

  /** The zone of a location; null: it has none. @throws ValidationError when there is no such location */
  async zoneOf(tx: EntityManager, locationId: number): Promise<string | null> {
    const [row] = await this.database.rows<{ timezone: string | null }>(ZONE, [locationId], tx);
    if (row === undefined) throw new ValidationError({ locationId: 'names no location' });
    return row.timezone;
  }
}
