import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';

const PROVIDER_IDS = { name: 'closures.provider-ids', text: 'select id from providers' };

/** Reads whom a closure concerns. */
@Injectable()
export class ClosuresQueries {
  constructor(private readonly database: Database) {}

  async providerIds(tx: EntityManager): Promise<number[]> {
    return (await this.database.rows<{ id: number }>(PROVIDER_IDS, [], tx)).map(({ id }) => id);
  }
}
