import { selectOf, type ValuesOf, withoutColumns } from '../../../platform/database/columns';
import { shownZone } from '../../../business/locations/place-zone';
import type { WriteContext } from '../../../platform/database/write-context';
import type { Caller } from '../../../platform/http/identity';
import { isBrowserKey } from '../../../platform/restrictions';
import { resourceList } from '../claims/taken-resources';
import { Hold } from './hold.entity';

export const SHOWN_OF_HOLD = withoutColumns(Hold.columns, [
  'busy',
  'resourceIds',
  'visitor',
  'waitlistEntryId',
  'price',
]);

/** A hold as answers show it; instants in epoch ms. */
export interface HoldRow extends ValuesOf<typeof SHOWN_OF_HOLD> {
  readonly resources: { id: number; name: string; kind: string }[];
  /** IANA name; null: the business's. */
  readonly timeZone: string | null;
}

/** What a caller sees of a hold: only administrators see which key placed it, and visitors of a page do not. */
export function shownTo(caller: Caller, hold: HoldRow): HoldRow {
  const isShown = caller.roles.includes('admin') && !isBrowserKey(caller);
  return isShown ? hold : { ...hold, apiKeyId: null };
}

/**
 * Whether a write may use a hold: visitors of a page only those that were placed with their browser key, and offers of the waitlist. The id,
 * which nothing lists to them, says that it is theirs.
 */
export function isUsableBy(
  { visitor, keyOriginId }: Pick<WriteContext, 'visitor' | 'keyOriginId'>,
  { apiKeyId }: Pick<HoldRow, 'apiKeyId'>,
): boolean {
  return visitor === undefined || apiKeyId === null || apiKeyId === keyOriginId;
}

/** Selects HoldRows. @param holds a relation with the columns of holds; its alias is `h` */
export const selectHolds = (holds: string) => `
  select ${selectOf(SHOWN_OF_HOLD, 'h')}, ${resourceList('h.resource_ids')} as resources,
    ${shownZone('h', 'p')} as "timeZone"
  from ${holds} h join providers p on p.id = h.provider_id`;
