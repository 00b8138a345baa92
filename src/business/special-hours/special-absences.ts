import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { DAY_MS } from '../../platform/time/units';
import { lockBusinessHours } from '../business-hours/business-hours-lock';
import {
  AffectedAppointments,
  type Consequences,
  type DayHours,
  type LockedAbsence,
} from '../periods/affected-appointments';
import { ProviderLock } from '../providers/provider-lock';
import type { Owner } from './written-hours';

const PROVIDERS = { name: 'special-hours.provider-ids', text: 'select id from providers' };

/** Each zone has a date at most so long before and after it is the date in UTC. */
const MARGIN_MS = DAY_MS;

/** No date gets hours. */
const NOTHING_CLOSED: LockedAbsence = {
  decide: () => Promise.resolve({ affected: [], affectedHolds: [], count: () => undefined }),
};

/** What becomes of appointments and holds outside of special hours. */
@Injectable()
export class SpecialAbsences {
  constructor(
    private readonly database: Database,
    private readonly appointments: AffectedAppointments,
    private readonly providerLock: ProviderLock,
  ) {}

  /**
   * Locks whose hours they are, and what is outside of them. @param consequences undefined: the request says nothing of it
   * @returns undefined where it does not @throws TooManyAppointmentsError
   */
  async lock(
    context: WriteContext,
    tx: EntityManager,
    { providerId, locationId }: Owner,
    days: readonly DayHours[],
    consequences: Consequences | undefined,
  ): Promise<LockedAbsence | undefined> {
    if (consequences === undefined) return undefined;
    if (days.length === 0) return NOTHING_CLOSED;
    if (providerId === null) await this.lockBusiness(tx);
    const dates = days.map(({ date }) => Date.parse(date));
    const interval = { start: Math.min(...dates) - MARGIN_MS, end: Math.max(...dates) + DAY_MS + MARGIN_MS };
    const ofBusiness = locationId === null ? undefined : { locationId };
    const whose = providerId === null ? ofBusiness : { providerId };
    return this.appointments.lock(context, tx, { whose, interval, days }, consequences);
  }

  /** As a closure, after the lock of those who write its hours. */
  private async lockBusiness(tx: EntityManager): Promise<void> {
    await lockBusinessHours(tx);
    const providers = await this.database.rows<{ id: number }>(PROVIDERS, [], tx);
    await this.providerLock.take(
      tx,
      providers.map(({ id }) => id),
    );
  }
}
