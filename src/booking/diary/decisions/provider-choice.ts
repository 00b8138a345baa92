import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { answersInOrder } from '../../../platform/database/connection/pipeline';
import { SnapshotQueries } from '../snapshot/snapshot.queries';
import { Decisions } from './decisions';
import type { AnyCandidate, SomeCandidate } from './candidate';
import { ResourceLock } from '../locks/resource-lock';
import { type Taken, takenBy } from '../snapshot/taken';
import type { Decision } from './decision';
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
  async decide(tx: EntityManager, candidate: SomeCandidate): Promise<Decision> {
    if (candidate.providerId === undefined) return this.choose(tx, candidate);
    const [, decision] = await answersInOrder([
      this.providerLock.takeFor(tx, [candidate.providerId], [candidate.serviceId]),
      this.availability.decide(candidate, tx),
    ]);
    return decision;
  }

  private async choose(tx: EntityManager, candidate: AnyCandidate): Promise<Decision> {
    const decision = await this.plannedLock.decide(tx, {
      read: (among) => this.availability.readAny(candidate, tx, among),
      decide: (read, { providerIds = candidate.providerIds } = {}) =>
        this.availability.decideAmong(read, { ...candidate, providerIds }),
      takes: takenByDecision,
      lockAll: async () => {
        const providerIds = await this.choosable(tx, candidate);
        await this.providerLock.takeFor(tx, providerIds, [candidate.serviceId]);
        await this.resourceLock.takeNeededBy(tx, [candidate.serviceId]);
        return { providerIds };
      },
    });
    return { ...decision, requested: candidate };
  }

  /** The ids of all who may take a booking: the provider, those that it names, or all who offer the service. */
  async choosable(
    tx: EntityManager,
    { serviceId, providerId, ...any }: Pick<SomeCandidate, 'serviceId' | 'providerId'> & ProviderNames,
  ): Promise<readonly number[]> {
    if (providerId !== undefined) return [providerId];
    return any.providerIds ?? this.queries.choosable(serviceId, tx);
  }
}

interface ProviderNames {
  readonly providerIds?: readonly number[] | undefined;
}

function takenByDecision({ candidate, verdict, service }: Decision): Taken | undefined {
  if (!verdict.bookable) return undefined;
  return takenBy([{ providerId: candidate.providerId, ...verdict.placement }], [service]);
}
