import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config';
import { type Clause, equals } from '../../platform/database/reads/clause';
import { Database, type Statement } from '../../platform/database/database';
import { locking } from '../../platform/database/statement';
import { NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import type { TimeOwner } from '../periods/appointment-conflicts';
import { ReachedProviders } from '../hours-at-places/reached-providers';
import { ProviderLock } from '../providers/provider-lock';
import { ProviderZones } from '../providers/provider-zones.queries';

const RESOURCE = { name: 'resources.exists', text: 'select id from resources where id = $1' };
const RESOURCE_LOCK = locking('resources.lock', RESOURCE.text, 'for no key update');

/** The condition that the row `t` of `time_off` belongs to an owner. */
export function ofOwner(owner: TimeOwner): readonly Clause[] {
  return 'providerId' in owner
    ? equals('provider_id', owner.providerId)
    : equals('resource_id', owner.resourceId);
}

/** What differs between the time off of a provider and that of a resource. */
@Injectable()
export class TimeOffOwners {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly providerZones: ProviderZones,
    private readonly providerLock: ProviderLock,
    private readonly reached: ReachedProviders,
  ) {}

  /** The time zone of an owner; a resource has that of the business. @throws NotFoundError */
  zoneOf(owner: TimeOwner, tx?: EntityManager): Promise<string> {
    return 'providerId' in owner
      ? this.providerZones.get(owner.providerId, tx)
      : this.zoneOfResource(RESOURCE, owner.resourceId, tx);
  }

  /** Makes the writers of an owner's time queue up. @returns its time zone @throws NotFoundError */
  async lock(tx: EntityManager, owner: TimeOwner): Promise<string> {
    if ('resourceId' in owner) return this.zoneOfResource(RESOURCE_LOCK, owner.resourceId, tx);
    const zone = (await this.providerLock.take(tx, [owner.providerId])).get(owner.providerId);
    if (zone === undefined) throw new NotFoundError('provider');
    return zone;
  }

  /** A narrowed key writes no time off of resources. @throws NotFoundError for a provider whom it does not reach */
  async assertReached(owner: TimeOwner, reach: Reach | undefined, tx?: EntityManager): Promise<void> {
    if ('providerId' in owner) await this.reached.assertReached(owner.providerId, reach, tx);
  }

  private async zoneOfResource(statement: Statement, id: number, tx?: EntityManager): Promise<string> {
    if ((await this.database.rows(statement, [id], tx)).length === 0) throw new NotFoundError('resource');
    return this.config.businessTimeZone;
  }
}
