import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { addDays } from '../../../platform/time/local-date';
import { SECOND_MS } from '../../../platform/time/units';
import { localDateOf } from '../../../platform/time/zones/wall-clock';
import { EVERYTHING, type FreedTime } from './freed-time';
import { type Change, FreedTimeQueries, MOST_CHANGES } from './freed-time.queries';

/**
 * Audit entries are numbered when they are written, and seen when they are committed. An entry of the last 30 s may therefore
 * have been passed by: each look reads them again, and leaves out those that it knows. No transaction of a request takes longer.
 */
const OVERLAP_MS = 30 * SECOND_MS;
/** The same at the first look, which does not know how old the entries are. */
const FIRST_OVERLAP = 1_000n;

/** Around freed time: the longest duration and buffer of a service before it, its buffer after it, and the widest zones. */
const DAYS_BEFORE = 3;
const DAYS_AFTER = 2;

/** Tells what may have become bookable since the look before. It remembers in memory; a new worker begins with a look at everything. */
@Injectable()
export class FreedTimeWatch {
  private floor = '';
  private since = 0;
  private readonly seen = new Set<string>();
  /** The newest entry at each look within the overlap. */
  private readonly looks: { readonly at: number; readonly newest: string }[] = [];

  constructor(
    private readonly queries: FreedTimeQueries,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when no entry is open */
  async look(): Promise<readonly FreedTime[] | undefined> {
    if (this.floor === '') return this.begin();
    const now = this.clock.now();
    const { isAwaited, newest, changes } = await this.queries.changes(this.floor, this.since);
    this.since = now;
    const unseen = (changes ?? []).filter(({ entryId }) => entryId === null || !this.seen.has(entryId));
    for (const { entryId } of unseen) if (entryId !== null) this.seen.add(entryId);
    this.advance(newest);
    if (!isAwaited) return undefined;
    return unseen.length >= MOST_CHANGES ? [EVERYTHING] : unseen.map(freedBy);
  }

  private async begin(): Promise<readonly FreedTime[] | undefined> {
    this.since = this.clock.now();
    const { newest } = await this.queries.changes(LAST_ENTRY, this.since);
    const floor = BigInt(newest) - FIRST_OVERLAP;
    this.floor = String(floor > 0n ? floor : 0n);
    const isAwaited = (await this.look()) !== undefined;
    return isAwaited ? [EVERYTHING] : undefined;
  }

  /** Forgets what is older than the overlap. */
  private advance(newest: string): void {
    const at = this.clock.monotonic();
    this.looks.push({ at, newest });
    const old = this.looks.filter((look) => at - look.at > OVERLAP_MS);
    this.looks.splice(0, old.length);
    const last = old.at(-1);
    if (last === undefined) return;
    this.floor = last.newest;
    for (const id of this.seen) if (BigInt(id) <= BigInt(last.newest)) this.seen.delete(id);
  }
}

/** No entry comes after it: the largest bigint. */
const LAST_ENTRY = '9223372036854775807';

function freedBy(change: Change): FreedTime {
  const { resource, resourceId, providerId, serviceId, firstOn, lastOn } = change;
  const around = datesAround(change);
  switch (resource) {
    case 'appointments':
    case 'holds':
      // A resource that it had may have been what another provider lacked.
      return { ...(isEmpty(change.resourceIds) && ofProvider(providerId)), ...around };
    case 'waitlist':
      return {
        ...ofProvider(providerId),
        ...(serviceId != null && { serviceId }),
        ...datesOf(firstOn, lastOn),
      };
    case 'special-hours':
      return {
        ...ofProvider(providerId),
        ...(firstOn != null && datesOf(addDays(firstOn, -1), addDays(firstOn, 1))),
      };
    case 'busy-calendars':
      return ofProvider(providerId);
    case 'time-off':
      return { ...ofProvider(providerId), ...around };
    case 'closures':
      return around;
    case 'providers':
      return { providerId: resourceId };
    case 'services':
      return { serviceId: resourceId };
    default:
      return EVERYTHING;
  }
}

function ofProvider(providerId: number | null | undefined): Pick<FreedTime, 'providerId'> {
  return providerId == null ? {} : { providerId };
}

function datesOf(
  first: string | null | undefined,
  last: string | null | undefined,
): Pick<FreedTime, 'dates'> {
  return first == null || last == null ? {} : { dates: { first, last } };
}

/** The dates on which a slot may start that needs the time of a row. */
function datesAround({ startAt, endAt }: Change): Pick<FreedTime, 'dates'> {
  if (startAt == null || endAt == null) return {};
  const dateOf = (text: string) => localDateOf(Date.parse(text), 'UTC');
  return datesOf(addDays(dateOf(startAt), -DAYS_BEFORE), addDays(dateOf(endAt), DAYS_AFTER));
}

function isEmpty(list: readonly number[] | null | undefined): boolean {
  return list == null || list.length === 0;
}
