import { USER_COLUMNS } from '../../people/users/user.entity';
import type { AuditedRow } from '../../platform/database/audited-row';
import { namesOf } from '../../platform/database/columns';
import { EXPECTED, type Status } from '../../booking/appointment-status';
import type { EventResource, EventType } from '../events/event-types';
import type { Change, Transaction } from './change';

/** An event without its number. */
export interface UnnumberedEvent {
  readonly type: EventType;
  readonly resourceId: string;
  /** RFC 3339, as PostgreSQL writes it. */
  readonly at: string;
  readonly entryIds: readonly number[];
}

/** The types of the changes of one resource; undefined: this change is told by another event, or by none. */
type Telling = (change: Change, transaction: Transaction) => EventType | undefined;

/** Resources whose events say only that they were created, changed or deleted: those of the trail, and those of the events. */
const PLAIN = {
  categories: 'category',
  customers: 'customer',
  locations: 'location',
  providers: 'provider',
  resources: 'resource',
  services: 'service',
} as const satisfies Readonly<Record<string, EventResource>>;

/** How the changes of each resource of the trail are told. Those of the others are not: series and visits are told by their appointments. */
const TELLINGS: Readonly<Record<string, Telling>> = {
  ...Object.fromEntries(Object.entries(PLAIN).map(([audited, resource]) => [audited, plainly(resource)])),
  appointments: ofAppointment,
  'business-hours': always('business_hours.changed'),
  closures: ({ after }) => (after === null ? 'closure.deleted' : 'closure.created'),
  customers: (change) => (isErasure(change) ? 'customer.erased' : plainly('customer')(change)),
  holds: ofHold,
  services: (change) => (isDeletion(change) ? 'service.deleted' : plainly('service')(change)),
  'special-hours': always('special_hours.changed'),
  'time-off': ({ after }) => (after === null ? 'time_off.deleted' : 'time_off.created'),
  waitlist: ofEntry,
};

/** Members that no answer shows: their change alone is no event. */
const UNSEEN: Readonly<Record<string, readonly string[]>> = {
  providers: namesOf(USER_COLUMNS, ({ isUnseen }) => isUnseen === true),
};

/** The events of one transaction, in the order of its changes. */
export function eventsOf(transaction: Transaction): UnnumberedEvent[] {
  const seen = transaction.filter(leavesATrace);
  return [...seen.flatMap((change) => told(change, seen)), ...offersIn(seen)];
}

function told(change: Change, transaction: Transaction): UnnumberedEvent[] {
  const type = TELLINGS[change.resource]?.(change, transaction);
  if (type === undefined) return [];
  const entryIds = type.startsWith('waitlist.') ? withHolds(change, transaction) : change.entryIds;
  return [{ type, resourceId: idOf(change), at: change.at, entryIds }];
}

/** The API knows a hold by its token, everything else by its id. */
function idOf({ resource, resourceId, before, after }: Change): string {
  return resource === 'holds' ? String((after ?? before)?.['token']) : String(resourceId);
}

function leavesATrace({ resource, before, after }: Change): boolean {
  if (before === null || after === null) return before !== after;
  const unseen = UNSEEN[resource];
  return (
    unseen === undefined ||
    Object.keys(after).some((name) => !unseen.includes(name) && differs(name, before, after))
  );
}

function differs(name: string, before: AuditedRow, after: AuditedRow): boolean {
  return JSON.stringify(before[name]) !== JSON.stringify(after[name]);
}

function always(type: EventType): Telling {
  return () => type;
}

function plainly(resource: (typeof PLAIN)[keyof typeof PLAIN]) {
  return ({ before, after }: Change): EventType => {
    if (before === null) return `${resource}.created`;
    return after === null ? `${resource}.deleted` : `${resource}.changed`;
  };
}

/** A service is deleted by a mark, because appointments refer to it. */
function isDeletion({ before, after }: Change): boolean {
  return after?.['deleted_at'] != null && before?.['deleted_at'] == null;
}

function isErasure({ before, after }: Change): boolean {
  return before !== null && after?.['erased_at'] != null && before['erased_at'] == null;
}

const SETTLED_AS: Partial<Readonly<Record<Status, EventType>>> = {
  cancelled: 'appointment.cancelled',
  completed: 'appointment.completed',
  'no-show': 'appointment.no_show',
};

/** A change of the status tells more than one of the time in the same write. */
function ofAppointment({ before, after }: Change): EventType {
  if (before === null) return 'appointment.booked';
  if (after === null) return 'appointment.deleted';
  if (differs('status', before, after)) {
    const settled = SETTLED_AS[after['status'] as Status];
    if (settled !== undefined) return settled;
    if (!isExpected(before)) return 'appointment.reopened';
  }
  const moves = ['start_at', 'end_at', 'provider_id'].some((name) => differs(name, before, after));
  return moves ? 'appointment.moved' : 'appointment.changed';
}

function isExpected(row: AuditedRow): boolean {
  return (EXPECTED as readonly unknown[]).includes(row['status']);
}

/** A hold that a booking uses up is told by the booking. */
function ofHold({ before, after, at }: Change, transaction: Transaction): EventType | undefined {
  if (before === null) return 'hold.placed';
  if (after !== null) return undefined;
  if (Date.parse(String(before['expires_at'])) <= Date.parse(at)) return 'hold.expired';
  const books = transaction.some((change) => change.resource === 'appointments' && change.before === null);
  return books ? undefined : 'hold.released';
}

/** An offer is told by its hold; that an offer ends, too. */
function ofEntry({ before, after }: Change): EventType | undefined {
  if (before === null) return 'waitlist.added';
  if (after === null) return isOpen(before) ? 'waitlist.withdrawn' : undefined;
  if (!differs('status', before, after)) return undefined;
  const ended = {
    booked: 'waitlist.booked',
    expired: 'waitlist.expired',
    withdrawn: 'waitlist.withdrawn',
  } as const;
  return ended[after['status'] as keyof typeof ended];
}

function isOpen(row: AuditedRow): boolean {
  return row['status'] === 'waiting' || row['status'] === 'offered';
}

/** The holds that were placed for entries of the waitlist. */
function offersIn(transaction: Transaction): UnnumberedEvent[] {
  return transaction
    .filter(
      ({ resource, before, after }) =>
        resource === 'holds' && before === null && entryOf(after) !== undefined,
    )
    .map((hold) => ({
      type: 'waitlist.offered',
      resourceId: String(entryOf(hold.after)),
      at: hold.at,
      entryIds: hold.entryIds,
    }));
}

/** The entries about an entry of the waitlist and about the holds that were its offers. */
function withHolds({ resourceId, entryIds }: Change, transaction: Transaction): number[] {
  const holds = transaction.filter(
    ({ resource, before, after }) => resource === 'holds' && entryOf(before ?? after) === resourceId,
  );
  return [...entryIds, ...holds.flatMap((hold) => hold.entryIds)].toSorted((a, b) => a - b);
}

function entryOf(hold: AuditedRow | null): number | undefined {
  return (hold?.['waitlist_entry_id'] as number | null | undefined) ?? undefined;
}
