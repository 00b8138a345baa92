import type { Statement } from '../../../platform/database/database';

/** Whose calendar a link shows: that of a provider, of a location or of the whole business. */
export type FeedKind = 'provider' | 'location' | 'business';

/** The id of the business, whose table of feeds has one row. */
export const BUSINESS_ID = 1;

/** The owners of each kind, as a relation with their ids. */
const OWNERS: Readonly<Record<FeedKind, string>> = {
  provider: 'providers',
  location: 'locations',
  business: `(values (${BUSINESS_ID})) business (id)`,
};

/** Gives the owner $1 a link, which takes the place of the one before; no row without such an owner. */
const makeFor = (kind: FeedKind): Statement => ({
  name: `feeds.make-${kind}`,
  text: `
    insert into ${kind}_feeds (id, key_id, secret_hash, created_at)
    select id, $2, $3, $4 from ${OWNERS[kind]} where id = $1
    on conflict (id) do update
      set key_id = excluded.key_id, secret_hash = excluded.secret_hash, created_at = excluded.created_at
    returning id`,
});

const endFor = (kind: FeedKind): Statement => ({
  name: `feeds.end-${kind}`,
  text: `delete from ${kind}_feeds where id = $1 returning id`,
});

const forEach = (make: (kind: FeedKind) => Statement): Readonly<Record<FeedKind, Statement>> => ({
  provider: make('provider'),
  location: make('location'),
  business: make('business'),
});

export const MAKE = forEach(makeFor);
export const END = forEach(endFor);

/**
 * The link $1 with its owner. $2 is the time zone of the business, $3 its name. The link of a deactivated provider is not answered, as its
 * keys are not. PostgreSQL stops at the first row, so the link of a provider is looked for in its own table only.
 */
export const FIND: Statement = {
  name: 'feeds.find',
  text: `
    select 'provider' as kind, f.id, f.secret_hash as "secretHash", u.name, coalesce(p.timezone, $2) as zone, null as language
    from provider_feeds f join providers p on p.id = f.id join users u on u.id = f.id
    where f.key_id = $1 and u.active
    union all
    select 'location', f.id, f.secret_hash, l.name, coalesce(l.timezone, $2), l.language
    from location_feeds f join locations l on l.id = f.id where f.key_id = $1
    union all
    select 'business', f.id, f.secret_hash, $3, $2, null from business_feeds f where f.key_id = $1
    limit 1`,
};
