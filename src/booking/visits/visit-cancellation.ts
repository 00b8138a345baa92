import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../business/providers/provider-lock';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { Links, linksFor } from '../../platform/http/envelope/links';
import { seenBy } from '../../platform/http/hiding/mask';
import { NotFoundError } from '../../platform/errors/errors';
import { isGivenWithin } from '../reach';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { WriteContext } from '../../platform/database/write-context';
import type { AppointmentState } from '../appointments/appointment-columns';
import { AppointmentBatches } from '../appointments/batches/appointment-batches';
import { assertNoCancellation, withCancellation } from '../appointments/changes/cancellation';
import { CustomerMessages } from '../appointments/changes/customer-messages';
import { BookingCounters } from '../claims/booking-counters';
import type { VisitPatch } from './dto/visit-write.dto';
import { VisitResponse, toVisitResponse } from './dto/visit.response';
import type { VisitRow } from './visit-row';
import { VisitsQueries } from './visits.queries';
import { FIND_PROVIDERS, LOCK_UPCOMING } from './visits.statements';

/** An appointment that is to be cancelled. Its row is locked. */
interface UpcomingAppointment extends AppointmentState {
  readonly id: number;
}

@Injectable()
export class VisitCancellation {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: VisitsQueries,
    private readonly batches: AppointmentBatches,
    private readonly messages: CustomerMessages,
    private readonly providerLock: ProviderLock,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
    private readonly links: Links,
  ) {}

  /**
   * Cancels the appointments that start from now on and are pending or confirmed. The customer gets one message about them.
   * @throws NotFoundError, PreconditionFailedError
   */
  async change(context: WriteContext, id: number, body: VisitPatch): Promise<VisitRow> {
    if (body.status === undefined) assertNoCancellation(body);
    const { visit, cancelled } = await this.database.transaction(context, async (tx) => {
      const upcoming = body.status === undefined ? [] : await this.lock(tx, id);
      await this.assertGiven(context, tx, id, upcoming);
      await assertPreconditions(context, async () =>
        seenBy(
          context,
          VisitResponse,
          toVisitResponse(
            await this.queries.get(id, tx),
            this.config.businessTimeZone,
            linksFor(context, this.links),
          ),
        ),
      );
      await this.cancel(tx, upcoming, body);
      return { visit: await this.queries.get(id, tx), cancelled: upcoming.length };
    });
    for (let done = 0; done < cancelled; done++) this.counters.done('cancelled');
    return visit;
  }

  /** A narrowed key cancels a visit that it sees whole, and whose upcoming appointments its providers give. @throws NotFoundError */
  private async assertGiven(
    { reach }: WriteContext,
    tx: EntityManager,
    id: number,
    upcoming: readonly UpcomingAppointment[],
  ): Promise<void> {
    if (reach === undefined) return;
    await this.queries.get(id, tx, reach);
    if (!upcoming.every((each) => isGivenWithin(reach, each))) throw new NotFoundError('visit');
  }

  private async cancel(
    tx: EntityManager,
    upcoming: readonly UpcomingAppointment[],
    body: VisitPatch,
  ): Promise<void> {
    if (upcoming.length === 0) return;
    const changes = upcoming.map(({ id, ...current }) => {
      const cancelled = { ...current, status: 'cancelled', expiresAt: null } as const;
      return { id, next: withCancellation(current, cancelled, body), claims: 'freed' } as const;
    });
    await this.batches.update(tx, changes);
    await this.messages.queueForAll(
      tx,
      upcoming.map(({ id }) => id),
      'cancellation',
    );
  }

  /** Locks the providers by their ids, and then the appointments: the order of all other writes. */
  private async lock(tx: EntityManager, id: number): Promise<readonly UpcomingAppointment[]> {
    const values = [id, new Date(this.clock.now())];
    for (;;) {
      const holders = await this.database.rows<{ providerId: number }>(FIND_PROVIDERS, values, tx);
      const zones = await this.providerLock.take(
        tx,
        holders.map(({ providerId }) => providerId),
      );
      const upcoming = await this.database.rows<UpcomingAppointment>(LOCK_UPCOMING, values, tx);
      // Another request may have moved one to another provider since the providers were found.
      if (upcoming.every(({ providerId }) => zones.has(providerId))) return upcoming;
    }
  }
}
