import { Injectable } from '@nestjs/common';
import { type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import type { Service } from '../services/service.entity';
import { ProviderService } from './provider-service.entity';
import { Provider } from './provider.entity';

/** Who offers what. A provider with no assignment offers every active service (decisions, section 3). */
@Injectable()
export class AssignmentsService {
  /** Replaces the providers of a service. */
  async assignProviders(tx: EntityManager, serviceId: number, providerIds: readonly number[]): Promise<void> {
    await tx.delete(ProviderService, { serviceId });
    await tx.insert(
      ProviderService,
      providerIds.map((providerId) => ({ providerId, serviceId })),
    );
  }

  /** Replaces the services of a provider. */
  async assignServices(tx: EntityManager, providerId: number, serviceIds: readonly number[]): Promise<void> {
    await tx.delete(ProviderService, { providerId });
    await tx.insert(
      ProviderService,
      serviceIds.map((serviceId) => ({ providerId, serviceId })),
    );
  }

  /** Whether every id is that of a provider, active or not. */
  async areProviders(tx: EntityManager, ids: readonly number[]): Promise<boolean> {
    return (await tx.countBy(Provider, { id: In([...ids]) })) === new Set(ids).size;
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
