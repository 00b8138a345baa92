import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { answersInOrder } from '../../../platform/database/connection/pipeline';
import { AvailabilityQueries } from '../availability.queries';
import { AvailabilityService } from '../availability.service';
import type { Wanted } from '../candidate';
import type { Decided } from './chosen-provider';

/** Decides on a booking of one provider, or of any, as part of the transaction that books it. */
@Injectable()
export class ProviderChoice {
  constructor(
    private readonly queries: AvailabilityQueries,
    private readonly availability: AvailabilityService,
    private readonly providerLock: ProviderLock,
  ) {}

  /**
   * Locks the provider, or all who may be chosen, and all who may help, by their ids, before it decides. So a booking of any provider that
   * waited for another sees what that one took, and goes to the next provider.
   * @throws ValidationError of ids that name nothing
   */
  async decide(tx: EntityManager, wanted: Wanted): Promise<Decided> {
    if (wanted.providerId !== undefined) {
      const [, decision] = await answersInOrder([
        this.providerLock.takeFor(tx, [wanted.providerId], [wanted.serviceId]),
        this.availability.decide(wanted, tx),
      ]);
      return { wanted, candidate: wanted, decision };
    }
    const providerIds = await this.choosable(tx, wanted);
    await this.providerLock.takeFor(tx, providerIds, [wanted.serviceId]);
    return this.availability.decideAny(wanted, tx, providerIds);
  }

  /** The ids of all who may take a booking: the provider, those that it names, or all who offer the service. */
  async choosable(
    tx: EntityManager,
    { serviceId, providerId, ...any }: Pick<Wanted, 'serviceId' | 'providerId'> & ProviderNames,
  ): Promise<readonly number[]> {
    if (providerId !== undefined) return [providerId];
    return any.providerIds ?? this.queries.choosable(serviceId, tx);
  }
}

interface ProviderNames {
  readonly providerIds?: readonly number[] | undefined;
}
