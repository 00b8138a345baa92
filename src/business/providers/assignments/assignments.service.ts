import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { EntityReads } from '../../../platform/database/entity-reads';
import { Service } from '../../services/service.entity';
import { BY_NAME, isOfferedBy, NOT_DELETED } from './offered-services';
import { ProviderService } from './provider-service.entity';
import { Provider } from '../provider.entity';

/** Who offers what. A provider with no assignment offers every active service (decisions, section 3). */
@Injectable()
export class AssignmentsService {
  constructor(private readonly reads: EntityReads) {}

  /** Replaces the providers of a service. */
  async assignProviders(tx: EntityManager, serviceId: number, providerIds: readonly number[]): Promise<void> {
    await tx.delete(ProviderService, { serviceId, providerId: Not(In([...providerIds])) });
    await insert(
      tx,
      providerIds.map((providerId) => ({ providerId, serviceId })),
    );
  }

  /** Replaces the services of a provider. */
  async assignServices(tx: EntityManager, providerId: number, serviceIds: readonly number[]): Promise<void> {
    await tx.delete(ProviderService, { providerId, serviceId: Not(In([...serviceIds])) });
    await insert(
      tx,
      serviceIds.map((serviceId) => ({ providerId, serviceId })),
    );
  }

  /** Whether every id is that of a provider, active or not. */
  async areProviders(tx: EntityManager, ids: readonly number[]): Promise<boolean> {
    return (await tx.countBy(Provider, { id: In([...ids]) })) === new Set(ids).size;
  }

  /** Whether every id is that of a service, active or not; a deleted one is none. */
  async areServices(tx: EntityManager, ids: readonly number[]): Promise<boolean> {
    const found = await tx.countBy(Service, { id: In([...ids]), deletedAt: IsNull() });
    return found === new Set(ids).size;
  }

  /** The active services that a provider offers, by name. */
  offeredBy(providerId: number): Promise<Service[]> {
    return this.reads.all(Service, { sort: BY_NAME, where: [NOT_DELETED, isOfferedBy(providerId)] });
  }
}

/** What stays, and what a write of the other side assigned in the meantime, is there already. */
async function insert(tx: EntityManager, assignments: ProviderService[]): Promise<void> {
  await tx.createQueryBuilder().insert().into(ProviderService).values(assignments).orIgnore().execute();
}
