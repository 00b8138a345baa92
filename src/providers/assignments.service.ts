import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, type SelectQueryBuilder } from 'typeorm';
import { Database } from '../database/database';
import { Service } from '../services/service.entity';
import { ProviderService } from './provider-service.entity';
import { Provider } from './provider.entity';

/** Who offers what. A provider with no assignment offers every active service (decisions, section 3). */
@Injectable()
export class AssignmentsService {
  constructor(private readonly database: Database) {}

  /** Replaces the providers of a service. */
  async assignProviders(tx: EntityManager, serviceId: number, providerIds: readonly number[]): Promise<void> {
    await tx.delete(ProviderService, { serviceId });
    await insert(
      tx,
      providerIds.map((providerId) => ({ providerId, serviceId })),
    );
  }

  /** Replaces the services of a provider. */
  async assignServices(tx: EntityManager, providerId: number, serviceIds: readonly number[]): Promise<void> {
    await tx.delete(ProviderService, { providerId });
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
    const services = this.database.manager
      .createQueryBuilder(Service, 'service')
      .where('service.deletedAt is null')
      .orderBy('service.name')
      .addOrderBy('service.id');
    this.narrowToOffered(services, providerId);
    return services.getMany();
  }

  /** Narrows a query of services to the active ones that a provider offers; none, when there is no such provider. */
  narrowToOffered(services: SelectQueryBuilder<Service>, providerId: number): void {
    const { alias } = services;
    services
      .andWhere(`${alias}.active`)
      .andWhere('exists (select from providers where id = :providerId)', { providerId })
      .andWhere(
        `(exists (select from provider_services a where a.provider_id = :providerId and a.service_id = ${alias}.id)
          or not exists (select from provider_services a where a.provider_id = :providerId))`,
      );
  }
}

/** What a write of the other side assigned in the meantime is there already. */
async function insert(tx: EntityManager, assignments: ProviderService[]): Promise<void> {
  await tx.createQueryBuilder().insert().into(ProviderService).values(assignments).orIgnore().execute();
}
