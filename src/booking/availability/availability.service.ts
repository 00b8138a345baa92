import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import type { Interval } from '../../platform/time/interval';
import { AvailabilityQueries } from './availability.queries';
import { isFree, type Verdict, verdict } from './engine';
import { approximateStart, LONGEST_MS, resolveQuestion, type UnresolvedQuestion } from './question';
import { getBoth, rulesOf, type SnapshotService, withZoneMargin } from './snapshot';

/** The service and the provider of a request. */
export interface Booking {
  readonly serviceId: number;
  readonly providerId: number;
}

/** Whether a time can be booked, with the service and the zone of the provider. */
export interface Decision {
  readonly verdict: Verdict;
  readonly service: SnapshotService;
  readonly timeZone: string;
}

/** Answers whether a time can be booked: loads a snapshot and asks the engine. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly queries: AvailabilityQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether a start can be booked, and why not. The check endpoints and every write ask this.
   * @param tx the transaction that will act on the answer; it has locked the provider's row
   * @throws ValidationError for an unknown service or provider, or an end that does not fit the start
   */
  async decide(
    { serviceId, providerId }: Booking,
    asked: UnresolvedQuestion,
    tx?: EntityManager,
  ): Promise<Decision> {
    const now = this.clock.now();
    const start = approximateStart(asked);
    const within = withZoneMargin({ start, end: start + LONGEST_MS });
    const scope = { serviceId, providerId, within };
    const { excludeAppointmentId } = asked;
    const snapshot = await this.queries.snapshot({ ...scope, excludeAppointmentId }, tx);
    const { service, calendar } = getBoth(snapshot, providerId);
    return {
      verdict: verdict(now, rulesOf(service), calendar, resolveQuestion(asked, calendar.timeZone)),
      service,
      timeZone: calendar.timeZone,
    };
  }

  /**
   * The overlap rule alone: whether no other appointment of the provider overlaps a time. The service may be deleted.
   * @param busy the time with the buffers that the appointment was booked with
   */
  async isStillFree(
    { serviceId, providerId }: Booking,
    busy: Interval,
    excludeAppointmentId: number,
    tx: EntityManager,
  ): Promise<boolean> {
    const scope = { serviceId, providerId, within: withZoneMargin(busy), excludeAppointmentId };
    const { calendars } = await this.queries.snapshot(scope, tx);
    return calendars.every((calendar) => isFree(calendar.busy, busy, excludeAppointmentId));
  }
}
