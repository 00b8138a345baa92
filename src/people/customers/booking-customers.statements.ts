import { locking, type Statement } from '../../platform/database/statement';
import { PHONE_DIGITS } from './phone-number';

/** The SQL of the customers of bookings. Only `BookingCustomers` runs it. */

const STORED = `json_build_object('name', trim(first_name || ' ' || last_name), 'email', email, 'phone', phone,
  'language', language, 'timezone', timezone) as stored`;

/** An upsert would write the row of an existing customer. The lock keeps the customer until the booking is committed. */
function findOrNew(name: string, which: string): Statement {
  const text = (lock: string, newId: string) => `
  with known as (select id, ${STORED} from customers where ${which} ${lock})
  select * from known union all select ${newId}, null where not exists (select from known)`;
  return {
    name,
    text: text('for key share', `nextval('customers_id_seq')::int`),
    reading: { name: `${name}-unlocked`, text: text('', '0') },
  };
}
export const FIND_BY_EMAIL = findOrNew(
  'customers.find-by-email',
  `lower(email collate "und-x-icu") = lower($1 collate "und-x-icu")`,
);

/** Equal for names that differ only in case and spaces: texts are composed (NFC) where they come in. Upper case comes first, for letters that have several lower ones. */
const folded = (name: string) =>
  String.raw`lower(upper(trim(regexp_replace(${name}, '\s+', ' ', 'g')) collate "und-x-icu"))`;
/** The customer with the lowest id who has this name, $2, and any of these spellings of a number, $1. */
export const FIND_BY_PHONE = findOrNew(
  'customers.find-by-phone',
  `${PHONE_DIGITS} = any ($1::text[])
    and ${folded(`first_name || ' ' || last_name`)} = ${folded('$2::text')} order by id limit 1`,
);
/** The first of the two numbers of the advisory locks of telephone numbers. */
const PHONES = 1_869_967_213;
/** No index keeps guests without an address unique, so two bookings for the same one come one after the other. */
export const LOCK_PHONE = {
  name: 'customers.lock-phone',
  text: `select pg_advisory_xact_lock(${PHONES}, hashtext($1))`,
};
export const FIND_BY_ID = locking(
  'customers.find-by-id',
  `select id, ${STORED} from customers where id = $1 and erased_at is null`,
  'for key share',
);
const INSERT = `insert into customers (id, first_name, last_name, email, phone, language, timezone, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         on conflict`;
/** Writes nothing for a customer created since the look-up: the appointment then breaks its foreign key, and the transaction is retried. */
export const INSERT_UNLESS_EXISTS = {
  name: 'customers.insert-unless-exists',
  text: `${INSERT} (lower(email collate "und-x-icu")) do nothing`,
};
/** The same, which also runs for a customer that was found, and then writes nothing. */
export const INSERT_UNLESS_KNOWN = { name: 'customers.insert-unless-known', text: `${INSERT} do nothing` };
/** Gives the phone of the customer afterwards: a concurrent booking may have merged it in first. */
export const FILL_IN_PHONE = {
  name: 'customers.fill-in-phone',
  text: `update customers set phone = coalesce(phone, $2), updated_at = case when phone is null then $3 else updated_at end
         where id = $1 returning phone`,
};
