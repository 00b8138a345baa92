import type { EntityManager } from 'typeorm';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';

const ZONE = { name: 'providers.zone', text: 'select timezone from providers where id = $1' };
const ZONE_OF_ACTIVE = {
  name: 'providers.zone-of-active',
  text: 'select p.timezone from providers p join users u on u.id = p.id where p.id = $1 and u.active',
};

interface ZoneRow {
  readonly timezone: string | null;
}

@Injectable()
export class ProviderZones {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** The zone of a provider: its own, or else the business's. @throws NotFoundError */
  async get(providerId: number, tx?: EntityManager): Promise<string> {
    return this.zoneIn(await this.database.rows<ZoneRow>(ZONE, [providerId], tx));
  }

  /** The zone of a provider for an answer without a key. @throws NotFoundError for a deactivated one, too */
  async getOfActive(providerId: number): Promise<string> {
    return this.zoneIn(await this.database.rows<ZoneRow>(ZONE_OF_ACTIVE, [providerId]));
  }

  private zoneIn([row]: readonly ZoneRow[]): string {
    if (row === undefined) throw new NotFoundError('provider');
    return row.timezone ?? this.config.businessTimeZone;
  }
}
