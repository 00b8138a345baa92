import { occupies, type PaymentStatus, type Status } from '../../../booking/appointment-status';
import type {
  Placement,
  ProviderCalendar,
  ResourceCalendar,
  ResourceNeed,
  ServiceRules,
  SessionClaim,
} from '../../../booking/availability/engine';
import type { Interval } from '../../../platform/time/interval';

/** A service as the diary books it. */
export interface DiaryService extends ServiceRules {
  readonly id: number;
  readonly price: number | null;
  /** The resources that one booking takes. */
  readonly needs: readonly ResourceNeed[];
}

/** A provider's calendar without appointments, with the services and the location to book. */
export interface DiaryProvider {
  readonly calendar: ProviderCalendar;
  readonly services: readonly DiaryService[];
  readonly locationId: number;
}

/** The people and the rooms of a business, without appointments. */
export interface DiaryBusiness {
  readonly providers: readonly DiaryProvider[];
  readonly resources: readonly ResourceCalendar[];
}

/** An appointment to store; instants in epoch ms. */
export interface DiaryEntry extends Interval {
  readonly providerId: number;
  readonly serviceId: number;
  readonly customerId: number;
  readonly locationId: number;
  readonly seats: number;
  readonly placement: Placement;
  readonly status: Status;
  readonly paymentStatus: PaymentStatus;
  readonly price: number | null;
  readonly notes: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The calendar with the appointments of its provider, and the sessions of a service. */
export function withEntries(
  calendar: ProviderCalendar,
  { id: serviceId }: DiaryService,
  entries: readonly DiaryEntry[],
): ProviderCalendar {
  const own = entries.filter((entry) => entry.providerId === calendar.providerId && tookTime(entry));
  const ofService = own.filter((entry) => entry.serviceId === serviceId);
  return { ...calendar, busy: own.map(claimOf), sessions: ofService.flatMap(sessionOf) };
}

/** The resources with the appointments that take them. */
export function withUse(
  resources: readonly ResourceCalendar[],
  entries: readonly DiaryEntry[],
): ResourceCalendar[] {
  return resources.map((resource) => {
    const users = entries.filter(
      (entry) => entry.placement.resourceIds.includes(resource.id) && tookTime(entry),
    );
    return { ...resource, busy: users.map(claimOf) };
  });
}

/** A customer who did not show up had the time until it was over. */
function tookTime({ status }: DiaryEntry): boolean {
  return occupies(status) || status === 'no-show';
}

function claimOf({ placement }: DiaryEntry) {
  return { ...placement.busy, appointmentId: 0 };
}

function sessionOf({ start, end, placement }: DiaryEntry): SessionClaim[] {
  const { busy, seats, resourceIds } = placement;
  if (seats === null) return [];
  return [{ session: `${start}`, appointmentId: 0, start, end, busy, seats, resourceIds }];
}
