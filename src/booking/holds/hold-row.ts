import { selectOf, type ValuesOf, without } from '../../platform/database/columns';
import { shownZone } from '../../business/locations/place-zone';
import type { Caller } from '../../platform/http/identity';
import { resourceList } from '../claims/taken-resources';
import { HOLD_COLUMNS } from './hold-columns';

export const SHOWN_OF_HOLD = without(HOLD_COLUMNS, ['busy', 'resourceIds', 'waitlistEntryId', 'price']);

/** A hold as answers show it; instants in epoch ms. */
export interface HoldRow extends ValuesOf<typeof SHOWN_OF_HOLD> {
  readonly resources: { id: number; name: string; kind: string }[];
  /** IANA name; null: the business's. */
  readonly timeZone: string | null;
}

/** What a caller sees of a hold: only administrators see which key placed it. */
export function shownTo({ roles }: Caller, hold: HoldRow): HoldRow {
  return roles.includes('admin') ? hold : { ...hold, apiKeyId: null };
}

/** Selects HoldRows. @param holds a relation with the columns of holds; its alias is `h` */
export const selectHolds = (holds: string) => `
  select ${selectOf(SHOWN_OF_HOLD, 'h')}, ${resourceList('h.resource_ids')} as resources,
    ${shownZone('h', 'p')} as "timeZone"
  from ${holds} h join providers p on p.id = h.provider_id`;
