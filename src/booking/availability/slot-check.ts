import { Injectable } from '@nestjs/common';
import type { Reach } from '../../platform/restrictions';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { type AppointmentTime, SnapshotQueries } from '../diary/snapshot/snapshot.queries';
import { Decisions } from '../diary/decisions/decisions';
import { CUSTOMER_LIMIT, CustomerLimit, isReached, type LimitName } from '../diary/decisions/customer-limit';
import type { Decision } from '../diary/decisions/decision';
import type { Verdict } from '../engine';
import type { ListedSlot } from '../diary/slots/listed-slot';
import { readTime, type TimeText, type SomeCandidate } from '../diary/decisions/candidate';
import { type ProviderRequest, providersOf } from '../diary/decisions/provider-request';
import { ALTERNATIVES, SlotSearch } from './search/slot-search';

/** How often a check is made anew because what it found in the way was just changed. */
const ATTEMPTS = 5;

type SlotCheckRequest = Omit<SomeCandidate, keyof TimeText | keyof ProviderRequest> &
  TimeText &
  ProviderRequest & { readonly customerId?: number | undefined };

/** Whether the time can be booked; if not, the overlapping appointments and other slots. */
export interface CheckedSlot {
  readonly verdict: Verdict;
  /** The limit that is reached. */
  readonly limit?: LimitName | undefined;
  readonly conflicts: readonly AppointmentTime[];
  readonly alternatives: readonly ListedSlot[];
  /** Set when the search for alternatives stopped before the horizon. RFC 3339. */
  readonly searchedUntil?: string | undefined;
}

/** Checks whether one time can be booked, by the same rules as a booking, without booking it. */
@Injectable()
export class SlotCheck {
  constructor(
    private readonly availability: Decisions,
    private readonly search: SlotSearch,
    private readonly queries: SnapshotQueries,
    private readonly customerLimit: CustomerLimit,
  ) {}

  /**
   * @param isGone whether the client has closed the connection: the search for alternatives stops then
   * @param reach of the key that asks
   * @throws ValidationError for ids that name nothing, or a time that cannot be read
   */
  async check(
    body: SlotCheckRequest,
    isGone?: () => boolean,
    reach?: Reach,
    attempt = 1,
  ): Promise<CheckedSlot> {
    const { serviceId, excludeAppointmentId, durationMin, seats, locationId, resourceIds, ignoreSchedule } =
      body;
    const whom = { serviceId, ...providersOf(body), excludeAppointmentId };
    const what = { ...whom, durationMin, seats, locationId, resourceIds };
    const candidate = { ...what, ...readTime(body), ignoreSchedule };
    const [{ verdict, service }, active] = await answersInOrder([
      this.decide(candidate),
      this.activeOf(body),
    ]);
    if (verdict.bookable && isReached(service, active)) {
      const { start, end, zone } = verdict;
      const refused = { bookable: false, reason: 'limit_reached', start, end, zone, conflicts: [] } as const;
      return { verdict: refused, limit: CUSTOMER_LIMIT, conflicts: [], alternatives: [] };
    }
    if (verdict.bookable) return { verdict, conflicts: [], alternatives: [] };
    const overlapping = verdict.conflicts.filter(({ appointmentId }) => appointmentId !== null);
    const [conflicts, { slots: alternatives, searchedUntil }] = await Promise.all([
      overlapping.length === 0 ? [] : this.queries.times(overlapping, reach),
      this.search.findAfter({ ...what, from: candidate.start, limit: ALTERNATIVES, isGone }),
    ]);
    // One of them was moved or deleted since, so the verdict would contradict the list.
    if (conflicts.length < overlapping.length && attempt < ATTEMPTS)
      return this.check(body, isGone, reach, attempt + 1);
    return { verdict, limit: verdict.limit, conflicts, alternatives, searchedUntil };
  }

  private decide(candidate: SomeCandidate): Promise<Decision> {
    if (candidate.providerId !== undefined) return this.availability.decide(candidate);
    return this.availability.decideAny(candidate);
  }

  /** What counts towards the limit of the customer; a change of an appointment and what ignores the schedule do not ask it. */
  private async activeOf({
    serviceId,
    customerId,
    excludeAppointmentId,
    ignoreSchedule,
  }: SlotCheckRequest): Promise<number> {
    if (customerId === undefined) return 0;
    const active = await this.customerLimit.active(serviceId, customerId);
    return excludeAppointmentId === undefined && ignoreSchedule !== true ? active : 0;
  }
}
