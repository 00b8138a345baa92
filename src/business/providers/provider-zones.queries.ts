import type { EntityManager } from 'typeorm';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';

const ZONE = { name: 'providers.zone', text: 'select timezone from providers where id = $1' };

/** Reads the time zones of providers. */
@Injectable()
export class ProviderZones {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** The zone of a provider: its own, or else the business's. @throws NotFoundError */
  async get(providerId: number, tx?: EntityManager): Promise<string> {
    const [row] = await this.database.rows<{ timezone: string | null }>(ZONE, [providerId], tx);
    if (row === undefined) throw new NotFoundError('provider');
    return row.timezone ?? this.config.businessTimeZone;
  }
}
