import { OF_TOKENS } from '../../people/api-keys/key';
import { User } from '../../people/users/user.entity';
import { type AuditedRow, namesOf } from '../../platform/database/columns';
import { EXPECTED, type Status } from '../../booking/appointment-status';
import { type EventType, PATH_NAMES, PLAIN_RESOURCES, type PlainResource } from '../events/event-types';
import type { Change, Transaction } from './change';

/** An event without its number. */
export interface UnnumberedEvent {
  readonly type: EventType;
  readonly resourceId: string;
  /** RFC 3339, as PostgreSQL writes it. */
  readonly at: string;
  /** Whether webhooks get it. */
  readonly isTold: boolean;
  readonly entryIds: readonly number[];
}

/** Finds the type of the event of a change; undefined: the change has no event of its own. */
type TypeOf = (change: Change, transaction: Transaction) => EventType | undefined;

/** By the name of the resource in the trail. Other changes have no event: those of series and visits are events of their appointments. */
const TYPES: Readonly<Record<string, TypeOf>> = {
  ...Object.fromEntries(PLAIN_RESOURCES.map((resource) => [PATH_NAMES[resource], plainly(resource)])),
  'api-keys': ofKey,
  appointments: ofAppointment,
  'business-hours': always('business_hours.changed'),
  customers: (change) => (isErasure(change) ? 'customer.erased' : plainly('customer')(change)),
  holds: ofHold,
  notifications: ofMessage,
  services: (change) => (isDeletion(change) ? 'service.deleted' : plainly('service')(change)),
  'special-hours': always('special_hours.changed'),
  waitlist: ofEntry,
};

/** Columns that no response has: their change alone is no event. */
const UNSEEN: Readonly<Record<string, readonly string[]>> = {
  providers: namesOf(User.columns, ({ isUnseen }) => isUnseen === true),
};

/** The events of one transaction, in the order of its changes. */
export function eventsOf(transaction: Transaction): UnnumberedEvent[] {
  const changes = transaction.filter(isVisible);
  return [
    ...changes.flatMap((change) => eventOf(change, changes)),
    ...offersIn(changes),
    ...usersIn(transaction),
  ];
}

function eventOf(change: Change, transaction: Transaction): UnnumberedEvent[] {
  const type = TYPES[change.resource]?.(change, transaction);
  if (type === undefined) return [];
  const entryIds = type.startsWith('waitlist.') ? withHolds(change, transaction) : change.entryIds;
  const { at, isTold } = change;
  return [{ type, resourceId: idOf(change), at, isTold, entryIds }];
}

/** The API knows a hold by its token, everything else by its id. */
function idOf({ resource, resourceId, before, after }: Change): string {
  return resource === 'holds' ? String((after ?? before)?.['token']) : String(resourceId);
}

/** Whether a response shows the change. */
function isVisible({ resource, before, after }: Change): boolean {
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

function always(type: EventType): TypeOf {
  return () => type;
}

function plainly(resource: PlainResource) {
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

/** A revoked key is shown no more. What stands for all tokens of a user is no key. */
function ofKey({ before, after }: Change): EventType | undefined {
  if (String((after ?? before)?.['key_id']).startsWith(OF_TOKENS)) return undefined;
  if (before === null) return after?.['origin_id'] == null ? 'api_key.created' : 'api_key.rotated';
  if (before['revoked_at'] != null) return undefined;
  return after === null || after['revoked_at'] != null ? 'api_key.deleted' : 'api_key.changed';
}

const SETTLED_AS: Partial<Readonly<Record<Status, EventType>>> = {
  cancelled: 'appointment.cancelled',
  completed: 'appointment.completed',
  'no-show': 'appointment.no_show',
};

/** A change of the status takes precedence over a change of the time in the same write. */
function ofAppointment({ before, after }: Change): EventType {
  if (before === null) return 'appointment.booked';
  if (after === null) return 'appointment.deleted';
  if (differs('status', before, after)) {
    const settled = settledAs(after);
    if (settled !== undefined) return settled;
    if (!isExpected(before)) return 'appointment.reopened';
  }
  const moves = ['start_at', 'end_at', 'provider_id'].some((name) => differs(name, before, after));
  if (moves) return 'appointment.moved';
  return hasArrived(before, after) ? 'appointment.arrived' : 'appointment.changed';
}

/** Rows of versions before have no such column. */
function hasArrived({ arrived_at: before }: AuditedRow, { arrived_at: after }: AuditedRow): boolean {
  return before == null && after != null;
}

function settledAs({ status, cancelled_by: by }: AuditedRow): EventType | undefined {
  const isExpired = status === 'cancelled' && by === 'expired';
  return isExpired ? 'appointment.expired' : SETTLED_AS[status as Status];
}

function isExpected(row: AuditedRow): boolean {
  return (EXPECTED as readonly unknown[]).includes(row['status']);
}

/** An SMS that is ready to be sent. Other changes of messages are no events. */
function ofMessage({ before, after }: Change): EventType | undefined {
  return after?.['text'] != null && before?.['text'] == null ? 'message.due' : undefined;
}

/** When a booking uses a hold up, the event is that of the booking. */
function ofHold({ before, after, at }: Change, transaction: Transaction): EventType | undefined {
  if (before === null) return 'hold.placed';
  if (after !== null) return undefined;
  if (Date.parse(String(before['expires_at'])) <= Date.parse(at)) return 'hold.expired';
  const books = transaction.some((change) => change.resource === 'appointments' && change.before === null);
  return books ? undefined : 'hold.released';
}

/** `offersIn` makes the event of an offer, from its hold. The end of an offer is an event of the hold only. */
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
      isTold: hold.isTold,
      entryIds: hold.entryIds,
    }));
}

/** A provider is a user, of whom its own events show neither the roles nor what names it in tokens. */
function usersIn(transaction: Transaction): UnnumberedEvent[] {
  const isOfUser = ({ resource, before, after }: Change) =>
    resource === 'providers' &&
    before !== null &&
    after !== null &&
    ['roles', 'subject'].some((name) => differs(name, before, after));
  return transaction.filter(isOfUser).map(({ resourceId, at, isTold, entryIds }) => ({
    ...{ type: 'user.changed', at, isTold, entryIds },
    resourceId: String(resourceId),
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
