import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type Absence,
  AffectedAppointments,
  type Consequences,
  type LockedAbsence,
} from '../../business/periods/affected-appointments';
import type { WriteContext } from '../../platform/database/write-context';
import { type Affected, AffectedLock } from './affected-lock';
import { OF_BUSINESS, OF_LOCATION, OF_PROVIDER, OF_RESOURCE } from './affected.statements';
import { Reassignment } from './reassignment.service';

/** What becomes of the appointments that closures and time off meet. */
@Injectable()
export class AbsentAppointments extends AffectedAppointments {
  constructor(
    private readonly affectedLock: AffectedLock,
    private readonly reassignment: Reassignment,
  ) {
    super();
  }

  async lock(
    { reach }: WriteContext,
    tx: EntityManager,
    absence: Absence,
    consequences: Consequences,
  ): Promise<LockedAbsence> {
    const affected = { ...affectedBy(absence), treatment: consequences.appointments };
    const locked = await this.affectedLock.take(tx, affected, reach);
    return { decide: () => this.reassignment.decide(tx, locked, consequences, reach) };
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
