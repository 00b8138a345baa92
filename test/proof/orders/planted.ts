import { type Fault, NO_LOCK } from '../frame/planted';

/** A fault that the orders of one pair must show. */
export interface FaultOfPair extends Fault {
  readonly pair: readonly [string, string];
}

const SEAT = 'appointmentsCreate: the last seat';
const ROTATION = 'linkRotationOfAppointment';

export const PLANTED: Readonly<Record<string, FaultOfPair>> = {
  'an erasure reads the customer without `for update`': {
    pair: ['appointmentsCreate: of the hold', 'personalDataErase'],
    change: ['people/customers/erasure/customer-erasure', 'order by id for update', 'order by id'],
  },
  'no advisory lock of a limit per customer': {
    pair: [SEAT, 'visitsBook'],
    change: ['decisions/customer-limit', 'select pg_advisory_xact_lock(', 'select greatest('],
  },
  'no row lock of the provider': { pair: ['appointmentsCreate', 'timeOffCreate'], change: NO_LOCK },
  'a seat is looked for and taken without a lock, and no constraint keeps two apart': {
    pair: [SEAT, SEAT],
    change: NO_LOCK,
    sql: 'alter table claims drop constraint claims_no_overlap, drop constraint claims_no_seat_twice',
  },
  'a counter is read before it is raised': {
    pair: [ROTATION, ROTATION],
    change: [
      'manage/link-rotation',
      'update appointments set link_counter = link_counter + 1',
      'update appointments set link_counter = (select b.link_counter + 1 from appointments b where b.id = $1)',
    ],
  },
};
