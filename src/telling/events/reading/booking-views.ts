import { APPOINTMENT_COLUMNS } from '../../../booking/appointments/appointment.entity';
import { rowOf } from '../../../booking/appointments/appointment-row';
import { toAppointmentResponse } from '../../../booking/appointments/dto/appointment.response';
import { toHoldResponse } from '../../../booking/holds/dto/hold.response';
import { HOLD_COLUMNS } from '../../../booking/holds/hold-columns';
import { toWaitlistEntryResponse } from '../../../booking/waitlist/dto/waitlist-entry.response';
import { ENTRY_COLUMNS } from '../../../booking/waitlist/waitlist-columns';
import { trailReader } from '../../../platform/database/columns';
import { part, type Surroundings, type View, zoneOf } from './view';

const appointmentIn = trailReader(APPOINTMENT_COLUMNS);
const holdIn = trailReader(HOLD_COLUMNS);
const entryIn = trailReader(ENTRY_COLUMNS);

export const appointment: View = ({ id, row }) => {
  const shown = appointmentIn(row);
  const { customerId, serviceId, providerId, resourceIds, createdAt, updatedAt } = shown;
  return {
    parts: [
      part('customerName', customerId),
      part('serviceName', serviceId),
      part('providerName', providerId),
      part('providerZone', providerId),
      ...resourceIds.map((resourceId) => part('resource', resourceId)),
    ],
    show: (surroundings) => {
      const { past } = surroundings;
      const { firstName, lastName } = past('customerName', customerId);
      const timeZone = zoneOf(surroundings, providerId);
      const names = {
        customerName: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
        serviceName: past('serviceName', serviceId).name ?? '',
        providerName: past('providerName', providerId).name ?? '',
      };
      const resources = shownResources(resourceIds, surroundings);
      const others = { id, createdAt, updatedAt, resources, timeZone, ...names };
      return toAppointmentResponse(rowOf(shown, others), surroundings.businessZone);
    },
  };
};

export const hold: View = ({ row }) => {
  const shown = holdIn(row);
  const { providerId, resourceIds } = shown;
  return {
    parts: [
      part('providerZone', providerId),
      ...resourceIds.map((resourceId) => part('resource', resourceId)),
    ],
    show: (surroundings) => {
      const timeZone = zoneOf(surroundings, providerId);
      const resources = shownResources(resourceIds, surroundings);
      return toHoldResponse({ ...shown, resources, timeZone }, surroundings.businessZone);
    },
  };
};

/** Some events of an entry tell only of its hold: the row of the entry is read then. */
export const waitlist: View = ({ id, row, hold: offering }) => {
  const told = 'id' in row ? entryIn(row) : undefined;
  const offered = offering && holdIn(offering);
  const providers = [told?.providerId ?? null, offered?.providerId ?? null].filter((each) => each !== null);
  return {
    parts: [part('waitlistEntry', id), ...providers.map((providerId) => part('providerZone', providerId))],
    show: (surroundings) => {
      const entry = told ?? surroundings.past('waitlistEntry', id);
      const zoneOfProvider = (providerId: number) => zoneOf(surroundings, providerId);
      const { providerId } = entry;
      return toWaitlistEntryResponse(
        {
          ...entry,
          id,
          status: offered === null ? entry.status : 'offered',
          offer: offered && {
            ...offered,
            holdId: offered.token,
            timeZone: zoneOfProvider(offered.providerId),
          },
          timeZone: providerId === null ? null : zoneOfProvider(providerId),
        },
        surroundings.businessZone,
      );
    },
  };
};

function shownResources(ids: readonly number[], { past }: Surroundings) {
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => {
      const { name, kind } = past('resource', id);
      return { id, name: name ?? '', kind: kind ?? '' };
    });
}
