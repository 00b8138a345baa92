import type { Statement } from '../../platform/database/database';
import {
  freeTimeOf,
  hasExpiredClaims,
  occupyingOf,
  takeFreeTimeOf,
  takeTimeOf,
} from '../claims/claims.statements';
import { selectState, STATE_COLUMNS } from './appointment-columns';
import { selectRows } from './appointment-row';

/** The SQL that writes single appointments. Only services of this folder run it. */

const COUNT = STATE_COLUMNS.length;
const WHEN = `$${COUNT + 1}`;
const ID = `$${COUNT + 2}`;
const SESSION = `$${COUNT + 3}`;
const SEATS = `$${COUNT + 4}`;
const PLACEMENT = { session: SESSION, seats: SEATS };

/** Gives a Reserved. Value: when. */
export const RESERVE: Statement = {
  name: 'appointments.reserve',
  text: `select nextval('appointments_id_seq')::int as id, ${hasExpiredClaims('$1')} as "hasExpiredClaims"`,
};

export interface Reserved {
  /** The id of the appointment, so that the statements that refer to it can be sent together with its insert. */
  readonly id: number;
  /** Whether some hold or pending appointment has expired, whose claims may be in the way. */
  readonly hasExpiredClaims: boolean;
}

/** Columns and values that an INSERT has besides others, each after a comma. */
const PLAIN = { columns: '', values: '' };
/** What the booking said of its guest, or null. */
const FOR_GUEST = { columns: ', guest', values: `, $${COUNT + 5}` };

/** @param claims common table expressions that claim what the relation `inserted` takes */
const insertWith = (claims: string, { columns, values }: typeof PLAIN) => `
    with inserted as (
      insert into appointments (${STATE_COLUMNS.join(', ')}, created_at, updated_at, id${columns})
      values (${STATE_COLUMNS.map((_name, index) => `$${index + 1}`).join(', ')}, ${WHEN}, ${WHEN}, ${ID}${values}) returning *
    ),
    ${claims}`;

const insert = (more: typeof PLAIN) =>
  `${insertWith(takeTimeOf(occupyingOf('inserted', PLACEMENT), WHEN), more)} ${selectRows('inserted')}`;

const insertInFreeTime = (
  more: typeof PLAIN,
) => `${insertWith(takeFreeTimeOf(occupyingOf('inserted', PLACEMENT)), more)}
    select u.name as "providerName" from inserted a join users u on u.id = a.provider_id`;

/**
 * Inserts an appointment with its claims, and returns its AppointmentRow. Values: the state, the time of the write, the reserved id,
 * the session and the seats.
 */
export const INSERT_APPOINTMENT: Statement = { name: 'appointments.insert', text: insert(PLAIN) };

/**
 * A faster INSERT_APPOINTMENT, for one without a team or resources that joins no session, while no claim has expired. Returns only the
 * members of the AppointmentRow that the booking does not know.
 */
export const INSERT_IN_FREE_TIME: Statement = {
  name: 'appointments.insert-in-free-time',
  text: insertInFreeTime(PLAIN),
};

/** The same, of which the last value is what the booking said of its guest, or null. */
export const INSERTS_FOR_GUESTS = {
  anyTime: { name: 'appointments.insert-for-guest', text: insert(FOR_GUEST) },
  freeTime: { name: 'appointments.insert-in-free-time-for-guest', text: insertInFreeTime(FOR_GUEST) },
} as const satisfies Record<string, Statement>;

/** @param claims what becomes of the claims of the relation `updated`: common table expressions */
const updateWith = (...claims: readonly string[]) => `
    with ${[
      `updated as (
      update appointments set ${STATE_COLUMNS.map((name, index) => `${name} = $${index + 1}`).join(', ')},
        updated_at = ${WHEN}
      where id = ${ID} returning id, provider_id, team, resource_ids, busy, status, expires_at
    )`,
      ...claims,
    ].join(',')}
    select from updated`;

/**
 * One statement for each change of the claims: a common one would spend most of its time on parts that find nothing. Values: the state,
 * the time of the write, the id, and the session and seats where claims are taken.
 */
export const UPDATES: Readonly<Record<'kept' | 'freed' | 'taken', Statement>> = {
  kept: { name: 'appointments.update', text: updateWith() },
  freed: { name: 'appointments.update-and-free', text: updateWith(freeTimeOf('updated')) },
  taken: {
    name: 'appointments.update-and-take',
    text: updateWith(
      freeTimeOf('updated'),
      takeTimeOf(`${occupyingOf('updated', PLACEMENT)} and (select count(*) from freed) >= 0`, WHEN),
    ),
  },
};

/** For a write that changes nothing of the appointments $1: those of guests are opened, if the write does that (trigger `open_guest`). */
export const TOUCH: Statement = {
  name: 'appointments.touch',
  text: 'update appointments set guest = guest where id = any ($1) and guest is not null',
};

export const DELETE: Statement = {
  name: 'appointments.delete',
  text: 'delete from appointments where id = $1',
};

/** Whether a payment confirms a pending appointment of a service. Values: the service. */
export const CONFIRMS_WHEN_PAID: Statement = {
  name: 'appointments.confirms-when-paid',
  text: `select confirm_when_paid as "confirms" from services where id = $1`,
};

export const LOCK_STATE: Statement = {
  name: 'appointments.lock-state',
  text: `select ${selectState('a')} from appointments a where a.id = $1 for no key update`,
};

/**
 * Whether the customer $1, the location $2, the service $5 and the provider $6 of a body exist; null names none. An erased customer and
 * a deleted service do not count, unless the appointment $3, or one of the series $4, has it already. The lock prevents an erasure until
 * the appointment is committed.
 */
const references = (lock: string) => `select $1::int is null
                  or exists (select from (select id from customers where id = $1 and erased_at is null ${lock}) c)
                  or exists (select from appointments where id = $3 and customer_id = $1) as "customerId",
                $2::int is null or exists (select from locations where id = $2) as "locationId",
                $5::int is null
                  or exists (select from services where id = $5 and deleted_at is null)
                  or exists (select from appointments where (id = $3 or series_id = $4) and service_id = $5) as "serviceId",
                $6::int is null or exists (select from providers where id = $6) as "providerId"`;
export const FIND_REFERENCES: Statement = {
  name: 'appointments.find-references',
  text: references('for key share'),
  reading: { name: 'appointments.find-references-unlocked', text: references('') },
};
