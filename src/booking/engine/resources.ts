import {
  coveredBy,
  firstOverlap,
  intersect,
  type Interval,
  subtract,
  unite,
} from '../../platform/time/interval';
import { type BusyInterval, withoutAppointment } from './busy';

export interface ResourceNeed {
  readonly kind: string;
  readonly quantity: number;
}

/** The time of a room, a chair or a device. */
export interface ResourceCalendar {
  readonly id: number;
  readonly kind: string;
  /** Null: it is not bound to a place. */
  readonly locationId: number | null;
  readonly timeOff: readonly Interval[];
  readonly busy: readonly BusyInterval[];
}

/** What a booking takes apart from the provider's time: its seats, and resources that it chooses among. */
export interface CapacityRequest {
  /** How many seats of a session; absent: one. */
  readonly seats?: number | undefined;
  /** Only resources of this place, or of none; null or absent: of any. */
  readonly locationId?: number | null | undefined;
  /** These alone. */
  readonly resourceIds?: readonly number[] | undefined;
  /** These rather than others, if they are free: those that an appointment has already. */
  readonly keptResourceIds?: readonly number[] | undefined;
  /** An appointment that is being moved: its own time and what it takes count as free. */
  readonly excludeAppointmentId?: number | undefined;
}

/** Resources that are taken for a time, buffers included. */
export interface TakenResources {
  readonly busy: Interval;
  readonly resourceIds: readonly number[];
}

interface EligibleResource {
  readonly id: number;
  /** As `unite` returns it. */
  readonly taken: readonly Interval[];
}

interface EligibleOfKind {
  readonly quantity: number;
  /** In the order of choice. */
  readonly resources: readonly EligibleResource[];
}

/** Chooses the resources of bookings of one service. Made once for any number of providers and starts. */
export class ResourceChoice {
  private readonly kinds: readonly EligibleOfKind[];
  /** The choices for intervals of one length, by their start: providers mostly share their starts. */
  private readonly known = new Map<number, readonly number[] | null>();
  private knownLength = NaN;
  /** Those of places that the request does not name. */
  private readonly elsewhere = new Map<number, ResourceChoice>();

  /** @param resources every active resource of the kinds that are needed */
  constructor(
    private readonly needs: readonly ResourceNeed[],
    private readonly resources: readonly ResourceCalendar[],
    private readonly request: CapacityRequest = {},
  ) {
    const allowed = resources.filter((resource) => isAllowed(resource, request)).sort(byChoice(request));
    this.kinds = needs.map(({ kind, quantity }) => {
      const ofKind = allowed.filter((resource) => resource.kind === kind);
      return { quantity, resources: ofKind.map((resource) => eligible(resource, request)) };
    });
  }

  /** The choice for an appointment at a place, which the hours have named where the request names none. Null: at any. */
  at(locationId: number | null): ResourceChoice {
    if (locationId === null || this.kinds.length === 0 || this.request.locationId === locationId) return this;
    const known = this.elsewhere.get(locationId);
    if (known !== undefined) return known;
    const choice = new ResourceChoice(this.needs, this.resources, { ...this.request, locationId });
    this.elsewhere.set(locationId, choice);
    return choice;
  }

  /**
   * The resources to take during an interval, which includes the buffers: of each kind as many as are needed, kept ones first, then
   * the lowest ids, each free throughout. Undefined when there are not enough.
   * @param earlier what earlier items of the same visit take
   */
  during(
    { start, end }: Interval,
    earlier: readonly TakenResources[] = NOTHING,
  ): readonly number[] | undefined {
    if (this.kinds.length === 0) return NONE;
    const inUse = earlier.filter(({ busy }) => busy.start < end && start < busy.end);
    if (inUse.length > 0)
      return this.choose(
        start,
        end,
        inUse.flatMap(({ resourceIds }) => resourceIds),
      );
    if (end - start !== this.knownLength) this.known.clear();
    this.knownLength = end - start;
    const known = this.known.get(start);
    if (known !== undefined) return known ?? undefined;
    const chosen = this.choose(start, end);
    this.known.set(start, chosen ?? null);
    return chosen;
  }

  /** When an interval of a length can start so that enough resources are free; `span` bounds the starts. */
  startsIn(span: Interval, length: number): readonly Interval[] {
    const freeOf = ({ taken }: EligibleResource) =>
      subtract([span], unite(taken.map(({ start, end }) => ({ start: start - length + 1, end }))));
    return this.kinds.reduce<readonly Interval[]>(
      (starts, { quantity, resources }) => intersect(starts, coveredBy(quantity, resources.map(freeOf))),
      [span],
    );
  }

  private choose(start: number, end: number, inUse: readonly number[] = NONE): readonly number[] | undefined {
    const chosen: number[] = [];
    for (const { quantity, resources } of this.kinds) {
      const enough = chosen.length + quantity;
      for (const { id, taken } of resources) {
        if (chosen.length === enough) break;
        if (firstOverlap(taken, start, end) === undefined && !inUse.includes(id)) chosen.push(id);
      }
      if (chosen.length < enough) return undefined;
    }
    return chosen.sort((a, b) => a - b);
  }
}

const NONE: readonly number[] = [];
const NOTHING: readonly TakenResources[] = [];

/** For a service that needs no resources. */
export const NO_RESOURCES = new ResourceChoice([], []);

/** Whether the named resources are exactly those of the needs, and may be used at the place. */
export function satisfies(
  needs: readonly ResourceNeed[],
  resources: readonly ResourceCalendar[],
  request: CapacityRequest & { readonly resourceIds: readonly number[] },
): boolean {
  const named = new Set(request.resourceIds);
  const found = resources.filter((resource) => named.has(resource.id) && isAllowed(resource, request));
  const isComplete = found.length === named.size && named.size === request.resourceIds.length;
  return (
    isComplete &&
    sum(needs) === named.size &&
    needs.every(({ kind, quantity }) => quantity === count(found, kind))
  );
}

function count(resources: readonly ResourceCalendar[], kind: string): number {
  return resources.filter((resource) => resource.kind === kind).length;
}

function sum(needs: readonly ResourceNeed[]): number {
  return needs.reduce((total, { quantity }) => total + quantity, 0);
}

function isAllowed({ id, locationId }: ResourceCalendar, request: CapacityRequest): boolean {
  const isThere = locationId === null || (request.locationId ?? locationId) === locationId;
  return isThere && (request.resourceIds?.includes(id) ?? true);
}

function byChoice({ keptResourceIds = [] }: CapacityRequest) {
  const rank = ({ id }: ResourceCalendar) => (keptResourceIds.includes(id) ? 0 : 1);
  return (a: ResourceCalendar, b: ResourceCalendar) => rank(a) - rank(b) || a.id - b.id;
}

function eligible(
  { id, timeOff, busy }: ResourceCalendar,
  { excludeAppointmentId }: CapacityRequest,
): EligibleResource {
  const claimed = withoutAppointment(busy, excludeAppointmentId);
  return { id, taken: unite(timeOff.length === 0 ? claimed : [...timeOff, ...claimed]) };
}
