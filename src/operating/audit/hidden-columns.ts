import { Appointment } from '../../booking/diary/rows/appointment.entity';
import { Hold } from '../../booking/diary/holds/hold.entity';
import { WaitlistEntry } from '../../booking/waitlist/waitlist-entry.entity';
import { SERVICE_COLUMNS } from '../../business/services/service.entity';
import { Customer } from '../../people/customers/customer.entity';
import type { Columns, Content } from '../../platform/database/columns';
import type { Inside, Mask } from '../../platform/http/hiding/hidden-members';
import type { Hidden } from '../../platform/restrictions';
import { Message } from '../../telling/messages/message.entity';
import { memberOf } from './audited-members';
import { type AuditedResource, RESOURCES } from './audited-resources';

/** The group of keys' `--hide` to which a column belongs, by what it holds. */
const GROUPS: Partial<Record<Content, Hidden>> = { money: 'payments', contact: 'contacts' };

/** Every resource whose table has such a column. */
export const WITH_HIDDEN_COLUMNS: Partial<Record<AuditedResource, Columns>> = {
  appointments: Appointment.columns,
  customers: Customer.columns,
  holds: Hold.columns,
  notifications: Message.columns,
  services: SERVICE_COLUMNS,
  waitlist: WaitlistEntry.columns,
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
export function hiddenGroupOf(holds: Content = 'plain'): Hidden | undefined {
  return GROUPS[holds];
}

function maskOfRows(columns: Columns): Mask {
  const groups = Object.values(columns).flatMap(({ name, holds }): [string, Hidden][] => {
    const group = hiddenGroupOf(holds);
    return group === undefined ? [] : [[memberOf(name), group]];
  });
  return { groups: new Map(groups), within: new Map() };
}
