import { Injectable } from '@nestjs/common';
import { advanced, cursorValues, type TrailCursor } from '../../../platform/audit-trail/trail-cursor';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { addDays } from '../../../platform/time/local-date';
import { localDateOf } from '../../../platform/time/zones/wall-clock';
import { EVERYTHING, type FreedTime } from './freed-time';
import {
  FIRST_LOOK,
  type FreeingChange,
  LOOK,
  type Look,
  MOST_CHANGES,
  MOST_ENTRIES,
} from './freed-time.statements';

/** How far freed time reaches: the longest duration and buffer of a service before it, the buffer after it, and the widest zones. */
const DAYS_BEFORE = 3;
const DAYS_AFTER = 2;

export interface WatchResult {
  readonly freed: readonly FreedTime[];
  /** Whether the look has not reached the end of the audit trail. */
  readonly hasMore: boolean;
}

/**
 * Follows the audit trail for changes that may have made time bookable. The cursor is in memory: each worker makes its own offers, and
 * begins with everything.
 */
@Injectable()
export class FreedTimeWatch {
  /** Where the last look ended, in the trail and by the clock. Undefined: everything may have been freed. */
  private reached: { readonly cursor: TrailCursor; readonly at: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** When the last look was; undefined: no entry of the waitlist was open. */
  get lookedAt(): number | undefined {
    return this.reached?.at;
  }

  /** Reads the changes since the last look. @returns undefined when no entry of the waitlist is open */
  async look(): Promise<WatchResult | undefined> {
    const now = this.clock.now();
    const { cursor, at = now } = this.reached ?? {};
    const times = [new Date(at), new Date(now)];
    const look = await (cursor === undefined
      ? this.database.one<Look>(FIRST_LOOK, times)
      : this.database.one<Look>(LOOK, [...times, ...cursorValues(cursor)]));
    this.reached = undefined;
    if (!look.isAwaited) return undefined;
    // After a restore of the database, the trail may end before the cursor.
    if (cursor !== undefined && look.newest < cursor.seen) return { freed: [], hasMore: true };
    const hasMore = look.count === MOST_ENTRIES;
    this.reached = { cursor: advanced(look, look.found ?? [], !hasMore), at: now };
    const changes = look.changes ?? [];
    const isEverything = cursor === undefined || changes.length >= MOST_CHANGES;
    return { freed: isEverything ? [EVERYTHING] : changes.flatMap(allFreedBy), hasMore };
  }
}

/** What a change has freed, with other providers, too, where it counted towards the limit of its service. */
function allFreedBy(change: FreeingChange): readonly FreedTime[] {
  const { serviceId, isLimited } = change;
  const freed = freedBy(change);
  if (!isLimited || serviceId == null || freed.providerId === undefined) return [freed];
  return [freed, { serviceId, ...datesAround(change) }];
}

function freedBy(change: FreeingChange): FreedTime {
  const { resource, resourceId, providerId, serviceId, firstOn, lastOn, startsAt } = change;
  const around = datesAround(change);
  switch (resource) {
    case 'appointments':
    case 'holds':
      // Another provider may have lacked a resource or a helper that it took.
      return {
        ...(isEmpty(change.resourceIds) && isEmpty(change.team) && ofProvider(providerId)),
        ...around,
      };
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
      // Its classes may have taken their providers from other services.
      return startsAt === 'schedule' ? EVERYTHING : { serviceId: resourceId };
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
function datesAround({ startAt, endAt }: FreeingChange): Pick<FreedTime, 'dates'> {
  if (startAt == null || endAt == null) return {};
  const dateOf = (text: string) => localDateOf(Date.parse(text), 'UTC');
  return datesOf(addDays(dateOf(startAt), -DAYS_BEFORE), addDays(dateOf(endAt), DAYS_AFTER));
}

function isEmpty(list: readonly number[] | null | undefined): boolean {
  return list == null || list.length === 0;
}
