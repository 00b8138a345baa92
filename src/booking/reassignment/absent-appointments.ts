import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type Absence,
  AffectedAppointments,
  type Consequences,
  type LockedAbsence,
} from '../../business/periods/affected-appointments';
import type { WriteContext } from '../../platform/database/write-context';
import { ClosedHours } from './closed-hours';
import { AffectedHolds } from './affected-holds';
import { type Affected, AffectedLock } from './affected-lock';
import { OF_BUSINESS, OF_LOCATION, OF_PROVIDER, OF_RESOURCE } from './affected.statements';
import { Reassignment } from './reassignment.service';

/** What becomes of the appointments and holds that closures, time off and special hours meet. */
@Injectable()
export class AbsentAppointments extends AffectedAppointments {
  constructor(
    private readonly affectedLock: AffectedLock,
    private readonly reassignment: Reassignment,
    private readonly holds: AffectedHolds,
    private readonly closedHours: ClosedHours,
  ) {
    super();
  }

  async lock(
    { reach }: WriteContext,
    tx: EntityManager,
    absence: Absence,
    consequences: Consequences,
  ): Promise<LockedAbsence> {
    const { days } = absence;
    const affected =
      days === undefined ? affectedBy(absence) : await this.closedHours.affectedBy(tx, absence, days);
    const { appointments: treatment } = consequences;
    const locked = await this.affectedLock.take(tx, { ...affected, treatment, absence }, reach);
    return {
      decide: async () => {
        const decided = await this.reassignment.decide(tx, locked, consequences);
        // Last, so that a dry run, which ends none, gives the appointments to the same providers.
        return {
          ...decided,
          affectedHolds: await this.holds.treat(tx, locked.holds, treatment),
        };
      },
    };
  }
}

function affectedBy({ whose, interval: { start, end } }: Absence): Omit<Affected, 'treatment'> {
  const bounds = [new Date(start), new Date(end)];
  if (whose === undefined) return { selection: OF_BUSINESS, values: bounds, providerIds: [] };
  if ('locationId' in whose)
    return { selection: OF_LOCATION, values: [...bounds, whose.locationId], providerIds: [] };
  if ('resourceId' in whose) {
    const { resourceId } = whose;
    return { selection: OF_RESOURCE, values: [...bounds, resourceId], providerIds: [], resourceId };
  }
  const { providerId } = whose;
  return { selection: OF_PROVIDER, values: [...bounds, providerId], providerIds: [providerId] };
}
