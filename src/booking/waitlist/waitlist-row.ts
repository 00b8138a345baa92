import { shownZone } from '../../business/locations/place-zone';
import { epochMs, selectOf, type ValuesOf, withoutColumns } from '../../platform/database/columns';
import { holderOf } from '../links/link-holder';
import { WaitlistEntry } from './waitlist-entry.entity';
import { isOffer, statusAt, type WaitlistStatus } from './waitlist-status';

/** The offer of an entry; instants in epoch ms. */
export interface OfferRow {
  /** The id of the hold that clients see. */
  readonly holdId: string;
  readonly providerId: number;
  readonly start: number;
  readonly end: number;
  readonly expiresAt: number;
  /** IANA name of the place or the provider; null: the business's. */
  readonly timeZone: string | null;
}

/** The columns that rows have, and that do not depend on the clock. */
const LASTING = withoutColumns(WaitlistEntry.columns, ['endsAt', 'status', 'guest']);

/** An entry of the waitlist as answers show it; instants in epoch ms. */
export interface WaitlistRow extends ValuesOf<typeof LASTING> {
  /** When it was read. */
  readonly status: WaitlistStatus;
  readonly offer: OfferRow | null;
  /** The customer, whose link it is; null: erased. Answers that leave out `customerId` still have the link. */
  readonly holderId: number | null;
  /** IANA name of the place or the provider that is waited for; null: the business's. */
  readonly timeZone: string | null;
}

/** Selects WaitlistRows of the entries `e`. @param now a placeholder */
export const selectEntries = (now: string) => `
  select ${selectOf(LASTING, 'e')}, ${statusAt('e', 'h.id is not null', now)} as status,
    case when h.id is not null then json_build_object('holdId', h.token, 'providerId', h.provider_id,
      'start', ${epochMs('h.start_at')}, 'end', ${epochMs('h.end_at')}, 'expiresAt', ${epochMs('h.expires_at')},
      'timeZone', ${shownZone('h', 'offering')}) end as offer,
    ${holderOf('e.customer_id')} as "holderId", ${shownZone('e', 'p')} as "timeZone"
  from waitlist_entries e
  left join holds h on ${isOffer('e', now)}
  left join providers p on p.id = e.provider_id
  left join providers offering on offering.id = h.provider_id`;
