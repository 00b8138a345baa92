import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MAX_AFFECTED, type Treatment } from '../../business/periods/affected-appointments';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import type { Reach } from '../../platform/restrictions';
import type { ExpectedAppointment } from '../appointments/batches/batch-changes';
import { BatchLock, type Selection, untilLocked } from '../appointments/batches/batch-lock';
import { AvailabilityQueries } from '../availability/availability.queries';
import { ResourceLock } from '../availability/snapshot/resource-lock';
import { reachesProvider } from '../reach';
import { HELPERS, LOCK_RESOURCE } from './affected.statements';
import { TooManyAppointmentsError } from './reassignment.errors';

/** Which appointments are affected, and what is to become of them. */
export interface Affected {
  readonly selection: Selection;
  /** Those of the selection after its first, which is the present. */
  readonly values: readonly unknown[];
  readonly treatment: Treatment;
  /** Whose time a request takes besides that of those who give the appointments. */
  readonly providerIds: readonly number[];
  /** The resource that is away in the place of a provider. */
  readonly resourceId?: number | undefined;
  /** The only ones who are asked; undefined: all who offer the service. */
  readonly toProviderIds?: readonly number[] | undefined;
}

export interface LockedAffected {
  /** In the order of time. More than MAX_AFFECTED only where they are kept. */
  readonly appointments: readonly ExpectedAppointment[];
  /** Those who may take the appointments of a service, by its id; where a resource is away, those who give them. */
  readonly candidates: ReadonlyMap<number, readonly number[]>;
  readonly resourceId: number | undefined;
}

/** Locks the appointments that are affected, and all who may take them. */
@Injectable()
export class AffectedLock {
  constructor(
    private readonly database: Database,
    private readonly queries: AvailabilityQueries,
    private readonly lock: BatchLock,
    private readonly resourceLock: ResourceLock,
    private readonly clock: Clock,
  ) {}

  /**
   * The providers by their ids, then the appointments, then the resources: the order of all other writes.
   * @throws TooManyAppointmentsError
   */
  take(tx: EntityManager, affected: Affected, reach: Reach | undefined): Promise<LockedAffected> {
    const values = [new Date(this.clock.now()), ...affected.values];
    if (affected.resourceId === undefined) return this.takeThem(tx, affected, values, reach);
    return untilLocked(tx, async (attempt) => {
      const locked = await this.takeThem(attempt, affected, values, reach);
      await this.resourceLock.takeNeededBy(attempt, [...servicesOf(locked.appointments)]);
      await this.database.rows(LOCK_RESOURCE, [affected.resourceId], attempt);
      // A booking of another provider may have taken the resource since.
      const again = await this.database.rows(affected.selection.find, values, attempt);
      return isDeepStrictEqual(again, locked.appointments) ? locked : undefined;
    });
  }

  private async takeThem(
    tx: EntityManager,
    affected: Affected,
    values: readonly unknown[],
    reach: Reach | undefined,
  ): Promise<LockedAffected> {
    const { selection, treatment, providerIds } = affected;
    let candidates: LockedAffected['candidates'] = new Map();
    const { expected } = await this.lock.take(tx, selection, values, async (attempt, found) => {
      if (treatment !== 'keep' && found.length > MAX_AFFECTED) throw new TooManyAppointmentsError();
      if (treatment !== 'reassign') return providerIds;
      candidates = await this.candidatesFor(attempt, found, affected, reach);
      const helpers = await this.database.rows<{ id: number }>(HELPERS, [[...candidates.keys()]], attempt);
      return [...providerIds, ...[...candidates.values()].flat(), ...helpers.map(({ id }) => id)];
    });
    return { appointments: expected, candidates, resourceId: affected.resourceId };
  }

  private async candidatesFor(
    tx: EntityManager,
    found: readonly ExpectedAppointment[],
    { toProviderIds, resourceId }: Affected,
    reach: Reach | undefined,
  ): Promise<LockedAffected['candidates']> {
    const candidates = new Map<number, readonly number[]>();
    for (const serviceId of servicesOf(found)) {
      const giving = found.filter((each) => each.serviceId === serviceId).map(({ providerId }) => providerId);
      const ids =
        resourceId === undefined
          ? (toProviderIds ?? (await this.queries.choosable(serviceId, tx)))
          : [...new Set(giving)];
      candidates.set(
        serviceId,
        ids.filter((id) => reachesProvider(reach, id)),
      );
    }
    return candidates;
  }
}

function servicesOf(appointments: readonly ExpectedAppointment[]): ReadonlySet<number> {
  return new Set(appointments.map(({ serviceId }) => serviceId));
}
