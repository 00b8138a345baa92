import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { answersInOrder } from '../../../platform/database/connection/pipeline';
import { SnapshotQueries } from '../snapshot/snapshot.queries';
import { Decisions } from './decisions';
import type { AnyCandidate, Wanted } from './candidate';
import { ResourceLock } from '../locks/resource-lock';
import { type Taken, takenBy } from '../snapshot/taken';
import type { Decided } from './chosen-provider';
import { PlannedLock } from '../locks/planned-lock';

/** Decides on a booking of one provider, or of any, as part of the transaction that books it. */
@Injectable()
export class ProviderChoice {
  constructor(
    private readonly queries: SnapshotQueries,
    private readonly availability: Decisions,
    private readonly providerLock: ProviderLock,
    private readonly resourceLock: ResourceLock,
    private readonly plannedLock: PlannedLock,
  ) {}

  /**
   * Locks the provider and all who may help, by their ids, before it decides. Of any provider it chooses first (`PlannedLock`).
   * @throws ValidationError of ids that name nothing
   */
  async decide(tx: EntityManager, wanted: Wanted): Promise<Decided> {
    if (wanted.providerId === undefined) return this.choose(tx, wanted);
    const [, decision] = await answersInOrder([
      this.providerLock.takeFor(tx, [wanted.providerId], [wanted.serviceId]),
      this.availability.decide(wanted, tx),
    ]);
    return { wanted, candidate: wanted, decision };
  }

  private async choose(tx: EntityManager, wanted: AnyCandidate): Promise<Decided> {
    const decided = await this.plannedLock.decide(tx, {
      read: (among) => this.availability.readAny(wanted, tx, among),
      decide: (read, { providerIds = wanted.providerIds } = {}) =>
        this.availability.decidedAny(read, { ...wanted, providerIds }),
      takes: takenByDecided,
      lockAll: async () => {
        const providerIds = await this.choosable(tx, wanted);
        await this.providerLock.takeFor(tx, providerIds, [wanted.serviceId]);
        await this.resourceLock.takeNeededBy(tx, [wanted.serviceId]);
        return { providerIds };
      },
    });
    return { ...decided, wanted };
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

function takenByDecided({ candidate, decision: { verdict, service } }: Decided): Taken | undefined {
  if (!verdict.bookable) return undefined;
  return takenBy([{ providerId: candidate.providerId, ...verdict.placement }], [service]);
}
