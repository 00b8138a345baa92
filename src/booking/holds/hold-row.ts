import { epochMs } from '../../platform/database/epoch-ms';
import { resourcesOf } from '../appointments/appointment-row';

/** A hold as answers show it; instants in epoch ms. */
export interface HoldRow {
  /** Internal. */
  readonly id: number;
  /** The id that clients see. */
  readonly token: string;
  readonly providerId: number;
  readonly serviceId: number;
  readonly start: number;
  readonly end: number;
  readonly seats: number;
  readonly resources: { id: number; name: string; kind: string }[];
  readonly locationId: number | null;
  readonly expiresAt: number;
  readonly createdAt: number;
  /** IANA name; null: the business's. */
  readonly timeZone: string | null;
}

/** Selects HoldRows. @param holds a relation with the columns of holds; its alias is `h` */
export const selectHolds = (holds: string) => `
  select h.id, h.token, h.provider_id as "providerId", h.service_id as "serviceId", ${epochMs('h.start_at')} as start,
    ${epochMs('h.end_at')} as end, h.seats, ${resourcesOf('h.resource_ids')} as resources, h.location_id as "locationId",
    ${epochMs('h.expires_at')} as "expiresAt", ${epochMs('h.created_at')} as "createdAt", p.timezone as "timeZone"
  from ${holds} h join providers p on p.id = h.provider_id`;
