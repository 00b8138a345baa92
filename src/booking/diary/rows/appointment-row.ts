import { requiredKeysOf } from '../../../business/services/questions/service-question';
import { shownZone } from '../../../business/locations/place-zone';
import type { ToldRow } from '../../../people/customers/told-guest';
import type { HeldLink } from '../../../platform/http/envelope/links';
import { blankRecord } from '../../../platform/values/quick-objects';
import { resourceList } from '../claims/taken-resources';
import { selectShown, type ShownState, UNSET } from './appointment-columns';
import { epochMs } from '../../../platform/database/columns';

/** An appointment for responses: with names, and the zone of its place or provider. Instants in epoch ms. */
export interface AppointmentRow extends ShownState {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly resources: { id: number; name: string; kind: string }[];
  readonly customerName: string;
  readonly serviceName: string;
  readonly providerName: string;
  /** How often the links of the customer were ended; of an appointment of a visit, those of the visit. */
  readonly linkCounter: number;
  /** The customer, whose link it is; null: erased. Answers that leave out `customerId` still have the link. */
  readonly holderId: number | null;
  /** IANA name; null: the business's. */
  readonly timeZone: string | null;
  /** The keys of the required questions of its service; null: that has no questions. */
  readonly requiredKeys: readonly string[] | null;
}

/** An appointment as a caller is told it. */
export type ToldAppointment = ToldRow<AppointmentRow>;

type ShownOthers = Omit<AppointmentRow, keyof ShownState>;
const OTHERS = [
  'id',
  'createdAt',
  'updatedAt',
  'resources',
  'customerName',
  'serviceName',
  'providerName',
  'linkCounter',
  'holderId',
  'timeZone',
  'requiredKeys',
] satisfies (keyof ShownOthers)[];
const BLANK = blankRecord([...Object.keys(UNSET), ...OTHERS]);

export function rowOf(state: ShownState, others: ShownOthers): AppointmentRow {
  return { ...BLANK, ...state, ...others };
}

/** The link of an appointment: that of its visit, or its own. */
export function linkOf({ id, visitId, linkCounter, holderId }: AppointmentLink): HeldLink {
  return visitId === null
    ? { kind: 'appointment', id, linkCounter, holderId }
    : { kind: 'visit', id: visitId, linkCounter, holderId };
}

type AppointmentLink = Pick<AppointmentRow, 'id' | 'visitId' | 'linkCounter' | 'holderId'>;

/** SQL of `linkCounter`. Reads the visit only where the appointment has one. @param alias of an appointment */
export const linkCounterOf = (alias: string) => `
    case when ${alias}.visit_id is null then ${alias}.link_counter
      else (select v.link_counter from visits v where v.id = ${alias}.visit_id) end`;

/**
 * PostgreSQL passes each column of a row through each join above it, so the names are joined apart from the row of the appointment. OFFSET
 * keeps the planner from joining all of it at once.
 * @param appointments a relation with the columns of appointments, as `a`
 * @param join of the customer, who may not be there yet
 */
export const selectRows = (appointments: string, join: 'join' | 'left join' = 'join') => `
  select a.id, ${selectShown('a')}, ${epochMs('a.created_at')} as "createdAt", ${epochMs('a.updated_at')} as "updatedAt",
    ${resourceList('a.resource_ids')} as resources, ${linkCounterOf('a')} as "linkCounter", named.*
  from ${appointments} a
  cross join lateral (
    select trim(c.first_name || ' ' || c.last_name) as "customerName", s.name as "serviceName", u.name as "providerName",
      case when c.erased_at is null then a.customer_id end as "holderId", ${shownZone('a', 'p')} as "timeZone",
      ${requiredKeysOf('s.questions')} as "requiredKeys"
    from services s
    join users u on u.id = a.provider_id
    join providers p on p.id = a.provider_id
    ${join} customers c on c.id = a.customer_id
    where s.id = a.service_id
    offset 0) named`;

export const SELECT_APPOINTMENTS = selectRows('appointments');
