import { insertOf } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { named } from '../../platform/database/named';
import { NEW_ENTRY, WaitlistEntry } from './waitlist-entry.entity';
import { isOffer, isOpen, isWaiting } from './waitlist-status';
import { selectEntries } from './waitlist-row';

/** The SQL of single entries; the SQL of offers is in `offers/`. */

/** The entry $1 at the instant $2. */
export const GET: Statement = { name: 'waitlist.get', text: `${selectEntries('$2')} where e.id = $1` };

/** Values: those of a new entry. */
export const INSERT_ENTRY = named(
  'waitlist.insert',
  `insert into waitlist_entries ${insertOf(NEW_ENTRY)} returning id`,
);

/** The last value is what the request said of its guest, or null. */
export const INSERT_FOR_GUEST = named(
  'waitlist.insert-for-guest',
  `insert into waitlist_entries ${insertOf({ ...NEW_ENTRY, guest: WaitlistEntry.columns.guest })} returning id`,
);

/** What an entry names: the service $1, and whether the provider $2 and the location $3, with their zone, exist. */
export const FIND_REFERENCES: Statement = {
  name: 'waitlist.find-references',
  text: `
    select (select json_build_object('capacity', capacity, 'durationMin', duration_min, 'price', price, 'terms', terms,
          'durationOptions', duration_options)
        from services where id = $1 and deleted_at is null) as service,
      $2::int is null or exists (select from providers where id = $2) as "hasProvider",
      coalesce((select timezone from locations where id = $3), (select timezone from providers where id = $2)) as "timeZone",
      $3::int is null or exists (select from locations where id = $3) as "hasLocation"`,
};

/** Makes the entries of one customer queue up, so that their number is exact. */
export const LOCK_CUSTOMER: Statement = {
  name: 'waitlist.lock-customer',
  text: 'select from customers where id = $1 for no key update',
};

/** The number of open entries, of customer $1 and altogether, at the instant $2. */
export const COUNT_OPEN: Statement = {
  name: 'waitlist.count-open',
  text: `
    select (select count(*)::int from waitlist_entries e
        where e.customer_id = $1 and ${isOpen('e')} and e.ends_at > $2) as "ofCustomer",
      (select count(*)::int from waitlist_entries e where ${isOpen('e')}) as total`,
};

/** The live offer of entry $1 at the instant $2, and whose time it takes. */
export const FIND_OFFER: Statement = {
  name: 'waitlist.find-offer',
  text: `select h.id, h.service_id as "serviceId", array_prepend(h.provider_id, h.team) as "providerIds" from waitlist_entries e join holds h on ${isOffer('e', '$2')} where e.id = $1`,
};

/** Not `for update`: an offer in progress has locked the key of the entry for its hold. */
export const LOCK_ENTRY: Statement = {
  name: 'waitlist.lock-entry',
  text: 'select from waitlist_entries where id = $1 for no key update',
};

export const DELETE_OFFER: Statement = {
  name: 'waitlist.delete-offer',
  text: 'delete from holds where waitlist_entry_id = $1',
};

export const SET_STATUS: Statement = {
  name: 'waitlist.set-status',
  text: 'update waitlist_entries set status = $2 where id = $1',
};

/** The number of open entries by what they are at the instant $1. */
export const COUNT_BY_STATUS: Statement = {
  name: 'waitlist.count-by-status',
  text: `
    select count(*) filter (where ${isWaiting('e', '$1')})::int as waiting,
      count(*) filter (where exists (select from holds h where ${isOffer('e', '$1')}))::int as offered
    from waitlist_entries e where ${isOpen('e')}`,
};
