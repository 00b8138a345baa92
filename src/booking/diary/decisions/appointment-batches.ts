import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import type { Interval } from '../../../platform/time/interval';
import { Decisions } from './decisions';
import type { BatchPair, BookingBatch } from './booking-batch';
import { type Choosing, PlannedLock } from '../locks/planned-lock';
import { ResourceLock } from '../locks/resource-lock';
import type { Among } from '../snapshot/taken';
import { BookingReferences, type NamedReferences } from './booking-references';

export interface BatchScope {
  readonly pairs: readonly BatchPair[];
  /** All starts, and all time that their appointments may take, as if the zone were UTC; epoch ms. */
  readonly within: Interval;
  /** The ids of the body, where they are not looked up already. */
  readonly named?: NamedReferences;
}

/** How a batch is decided. */
export interface BatchChoosing<Plan> extends Pick<Choosing<never, Plan>, 'takes' | 'confirmed'> {
  decide(batch: BookingBatch, among: Among | undefined): Promise<Plan>;
}

/** Decides on several appointments of one transaction: all of them or none (docs/contributing/adr/0010-several-at-once.md). */
@Injectable()
export class AppointmentBatches {
  constructor(
    private readonly availability: Decisions,
    private readonly providerLock: ProviderLock,
    private readonly resourceLock: ResourceLock,
    private readonly plannedLock: PlannedLock,
    private readonly references: BookingReferences,
  ) {}

  /**
   * Locks all providers of a batch and all who may help them, then all resources that it may take, each in the order of their ids, and
   * then reads the snapshots.
   * So batches and bookings do not deadlock.
   * @throws ValidationError of ids that name nothing
   */
  async open(tx: EntityManager, { pairs, within, named = {} }: BatchScope): Promise<BookingBatch> {
    await this.lockPeople(tx, pairs);
    await this.references.assertFound(tx, named);
    return this.availability.batch(tx, pairs, within);
  }

  /**
   * Decides on a batch of which several may take a part (`PlannedLock`). @throws ValidationError of ids that name nothing
   */
  async decide<Plan>(
    tx: EntityManager,
    { pairs, within, named = {} }: BatchScope,
    choosing: BatchChoosing<Plan>,
  ): Promise<Plan> {
    await this.references.assertFound(tx, named);
    return this.plannedLock.decide(tx, {
      ...choosing,
      read: (among) => this.availability.readBatch(tx, pairs, within, among),
      decide: ({ batch }, among) => choosing.decide(batch, among),
      lockAll: async () => {
        await this.lockPeople(tx, pairs);
        await this.resourceLock.takeNeededBy(tx, servicesOf(pairs));
        return {};
      },
    });
  }

  private async lockPeople(tx: EntityManager, pairs: readonly BatchPair[]): Promise<void> {
    const providerIds = pairs.flatMap(({ providerId }) => providerId ?? []);
    await this.providerLock.takeFor(tx, [...new Set(providerIds)], servicesOf(pairs));
  }
}

function servicesOf(pairs: readonly BatchPair[]): readonly number[] {
  return [...new Set(pairs.map(({ serviceId }) => serviceId))];
}
