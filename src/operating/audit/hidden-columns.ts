import { APPOINTMENT_COLUMNS } from '../../booking/diary/rows/appointment.entity';
import { HOLD_COLUMNS } from '../../booking/diary/holds/hold-columns';
import { ENTRY_COLUMNS } from '../../booking/waitlist/waitlist-columns';
import { SERVICE_COLUMNS } from '../../business/services/service.entity';
import { CUSTOMER_COLUMNS } from '../../people/customers/customer.entity';
import type { Columns, Content } from '../../platform/database/columns';
import type { Inside, Mask } from '../../platform/http/hiding/hidden-members';
import type { Hidden } from '../../platform/restrictions';
import { MESSAGE_COLUMNS } from '../../telling/messages/message.entity';
import { memberOf } from './audited-members';
import { type AuditedResource, RESOURCES } from './audited-resources';

/** The group of keys' `--hide` to which a column belongs, by what it holds. */
const GROUPS: Partial<Record<Content, Hidden>> = { money: 'payments', contact: 'contacts' };

/** Every resource whose table has such a column. */
export const WITH_HIDDEN_COLUMNS: Partial<Record<AuditedResource, Columns>> = {
  appointments: APPOINTMENT_COLUMNS,
  customers: CUSTOMER_COLUMNS,
  holds: HOLD_COLUMNS,
  notifications: MESSAGE_COLUMNS,
  services: SERVICE_COLUMNS,
  waitlist: ENTRY_COLUMNS,
};

const MASKS = new Map<unknown, Mask>(
  RESOURCES.map((resource) => [resource, maskOfRows(WITH_HIDDEN_COLUMNS[resource] ?? {})]),
);

/** What `before` and `after` of an entry hold. */
export const IN_ENTRIES: Inside = {
  of: ({ resource }) => MASKS.get(resource),
  all: () => [...MASKS.values()],
};

/** @returns the group of a column that keys hide */
export function hiddenGroupOf(holds: Content): Hidden | undefined {
  return GROUPS[holds];
}

function maskOfRows(columns: Columns): Mask {
  const groups = Object.values(columns).flatMap(({ name, holds }): [string, Hidden][] => {
    const group = hiddenGroupOf(holds);
    return group === undefined ? [] : [[memberOf(name), group]];
  });
  return { groups: new Map(groups), within: new Map() };
}
