import type { Type } from '@nestjs/common';
import { Appointment } from '../../booking/diary/rows/appointment.entity';
import { rowOf } from '../../booking/diary/rows/appointment-row';
import { AppointmentResponse, toUnlinkedAppointment } from '../../booking/appointments/dto/appointment.dto';
import { HoldResponse, toHoldResponse } from '../../booking/holds/dto/hold.dto';
import { Hold } from '../../booking/diary/holds/hold.entity';
import { toUnlinkedEntry, WaitlistEntryResponse } from '../../booking/waitlist/dto/waitlist-entry.dto';
import { WaitlistEntry } from '../../booking/waitlist/waitlist-entry.entity';
import { BusinessHours } from '../../business/business-hours/business-hours.entity';
import {
  BusinessHoursResponse,
  toBusinessHoursResponse,
} from '../../business/business-hours/dto/business-hours.dto';
import { Category } from '../../business/categories/category.entity';
import { CategoryResponse, toCategoryResponse } from '../../business/categories/dto/category.dto';
import { Closure } from '../../business/closures/closure.entity';
import { ClosureResponse, toClosureResponse } from '../../business/closures/dto/closure.dto';
import { LocationResponse, toLocationResponse } from '../../business/locations/dto/location.dto';
import { Location } from '../../business/locations/location.entity';
import { ProviderResponse, toProviderResponse } from '../../business/providers/dto/provider.dto';
import { ResourceResponse, toResourceResponse } from '../../business/resources/dto/resource.dto';
import { Resource } from '../../business/resources/resource.entity';
import { requiredKeysIn } from '../../business/services/questions/service-question';
import { ServiceResponse, toServiceResponse } from '../../business/services/dto/service.dto';
import {
  SpecialHoursResponse,
  toSpecialHoursResponse,
} from '../../business/special-hours/dto/special-hours.dto';
import { SpecialHours } from '../../business/special-hours/special-hours.entity';
import { TimeOffResponse, toTimeOffResponse } from '../../business/time-off/dto/time-off.dto';
import { TimeOff } from '../../business/time-off/time-off.entity';
import { ApiKey } from '../../people/api-keys/api-key.entity';
import { ApiKeyResponse, toApiKeyResponse } from '../../business/api-keys/dto/api-key.dto';
import { Customer } from '../../people/customers/customer.entity';
import { CustomerResponse, toCustomerResponse } from '../../people/customers/dto/customer.dto';
import { toUserResponse, UserResponse } from '../../people/users/dto/user.dto';
import { User } from '../../people/users/user.entity';
import { type AuditedRow, type Columns, trailReader, type ValuesOf } from '../../platform/database/columns';
import type { Inside, Mask } from '../../platform/http/hiding/hidden-members';
import { maskOf } from '../../platform/http/hiding/mask';
import { DueMessageResponse, toDueMessageResponse } from '../messages/dto/notification.dto';
import { Message } from '../messages/message.entity';
import type { EventResource } from './event-types';
import { namedResources, part, type Past, placeOf, zoneOf } from './past';
import type { Part } from './reading/past-rows';
import { extended } from '../../platform/values/quick-objects';

/** A resource before or after an event. */
interface State {
  readonly id: number;
  /** The columns in the entries of the event: those of one part, where the trail keeps the resource in parts. */
  readonly row: AuditedRow;
  /** The hold that is, or was, the offer of an entry of the waitlist. */
  readonly hold: AuditedRow | null;
}

/** How events show a state: as GET shows the resource, once the rows of its parts are read. */
export type View = (state: State) => {
  readonly parts: readonly Part[];
  readonly show: (past: Past) => object;
};

const holdIn = trailReader(Hold.columns);
const entryIn = trailReader(WaitlistEntry.columns);

/** Some events of an entry of the waitlist have only entries of its hold: the row of the entry is a part then. */
const waitlist: View = ({ id, row, hold }) => {
  const own = 'id' in row ? entryIn(row) : undefined;
  const offered = hold && holdIn(hold);
  const providers = [own?.providerId ?? null, offered?.providerId ?? null].filter((each) => each !== null);
  return {
    parts: [
      part('waitlistEntry', id),
      ...providers.map((providerId) => part('providerZone', providerId)),
      ...placeOf(own),
      ...placeOf(offered),
    ],
    show: (past) => {
      const entry = own ?? past.rowAt('waitlistEntry', id);
      const offer = offered && {
        ...offered,
        holdId: offered.token,
        timeZone: zoneOf(past, offered),
      };
      const status = offered === null ? entry.status : 'offered';
      const timeZone = zoneOf(past, entry);
      const holderId = entry.customerId;
      return toUnlinkedEntry({ ...entry, id, holderId, status, offer, timeZone }, past.businessZone);
    },
  };
};

export const VIEWS: Readonly<Record<EventResource, View>> = {
  appointment: view(
    Appointment.columns,
    ({ customerId, serviceId, providerId, locationId, resourceIds }) => [
      part('customerName', customerId),
      ...placeOf({ locationId }),
      part('bookedService', serviceId),
      part('providerName', providerId),
      part('providerZone', providerId),
      ...resourceIds.map((id) => part('resource', id)),
    ],
    (row, past, { id }) => {
      const { firstName, lastName } = past.rowAt('customerName', row.customerId);
      const service = past.rowAt('bookedService', row.serviceId);
      const others = {
        id,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
        resources: namedResources(row.resourceIds, past),
        timeZone: zoneOf(past, row),
        linkCounter: row.linkCounter,
        holderId: row.customerId,
        customerName: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
        serviceName: service.name ?? '',
        providerName: past.rowAt('providerName', row.providerId).name ?? '',
        requiredKeys: requiredKeysIn(service.questions ?? []),
      };
      return toUnlinkedAppointment(rowOf(row, others), past.businessZone);
    },
  ),
  hold: view(
    Hold.columns,
    ({ providerId, locationId, resourceIds }) => [
      part('providerZone', providerId),
      ...placeOf({ locationId }),
      ...resourceIds.map((id) => part('resource', id)),
    ],
    (row, past) => {
      const others = {
        resources: namedResources(row.resourceIds, past),
        timeZone: zoneOf(past, row),
      };
      return toHoldResponse({ ...row, ...others }, past.businessZone);
    },
  ),
  waitlist,
  // The trail keeps a provider in three parts.
  provider: ({ id }) => ({
    parts: [part('providerUser', id), part('provider', id), part('providerServices', id)],
    show: ({ rowAt }) => {
      const { name, email, active } = rowAt('providerUser', id);
      const { profileImage, ...own } = rowAt('provider', id);
      const { serviceIds } = rowAt('providerServices', id);
      const others = { profile_image: profileImage, service_ids: serviceIds, password_mark: '' };
      return toProviderResponse({ ...own, name, email, active, ...others });
    },
  }),
  service: ({ id }) => ({
    parts: [part('service', id), part('serviceProviders', id)],
    show: ({ rowAt }) => toServiceResponse({ ...rowAt('service', id), ...rowAt('serviceProviders', id) }),
  }),
  // The path of a GET names the owner of time off and of special hours; an event has no path, so its data does.
  time_off: view(
    TimeOff.columns,
    ({ providerId }) => (providerId === null ? [] : [part('providerZone', providerId)]),
    (row, past) => {
      const { providerId, resourceId } = row;
      const zone = zoneOf(past, { providerId, locationId: null });
      return extended({ providerId, resourceId }, toTimeOffResponse(row, zone));
    },
  ),
  special_hours: plain(SpecialHours.columns, (row) =>
    extended({ providerId: row.providerId }, toSpecialHoursResponse(row)),
  ),
  message: plain(Message.columns, toDueMessageResponse),
  customer: plain(Customer.columns, toCustomerResponse),
  category: plain(Category.columns, toCategoryResponse),
  location: plain(Location.columns, toLocationResponse),
  resource: plain(Resource.columns, toResourceResponse),
  business_hours: plain(BusinessHours.columns, toBusinessHoursResponse),
  closure: plain(Closure.columns, toClosureResponse),
  user: plain(User.columns, toUserResponse),
  api_key: plain(ApiKey.columns, toApiKeyResponse),
};

/** The responses that events show: what keys hide in them, they hide in events, too. */
export const RESPONSES = {
  appointment: AppointmentResponse,
  hold: HoldResponse,
  waitlist: WaitlistEntryResponse,
  message: DueMessageResponse,
  customer: CustomerResponse,
  service: ServiceResponse,
  category: CategoryResponse,
  provider: ProviderResponse,
  location: LocationResponse,
  resource: ResourceResponse,
  business_hours: BusinessHoursResponse,
  special_hours: SpecialHoursResponse,
  closure: ClosureResponse,
  time_off: TimeOffResponse,
  user: UserResponse,
  api_key: ApiKeyResponse,
} as const satisfies Readonly<Record<EventResource, Type<object>>>;
const MASKS = new Map<unknown, Mask | undefined>(
  Object.entries(RESPONSES).map(([resource, type]) => [resource, maskOf(type)]),
);

/** What `data` and `previous` of an event hold. */
export const IN_EVENTS: Inside = {
  of: ({ resource }) => MASKS.get(resource),
  all: () => [...MASKS.values()].filter((mask) => mask !== undefined),
};

/** @param columns of the row of the state */
function view<Described extends Columns>(
  columns: Described,
  partsOf: (row: ValuesOf<Described>) => readonly Part[],
  show: (row: ValuesOf<Described>, past: Past, state: State) => object,
): View {
  const read = trailReader(columns);
  return (state) => {
    const row = read(state.row);
    return { parts: partsOf(row), show: (past) => show(row, past, state) };
  };
}

/** The view of a resource without parts. */
function plain<Described extends Columns>(
  columns: Described,
  show: (row: ValuesOf<Described>, businessZone: string) => object,
): View {
  return view(
    columns,
    () => [],
    (row, { businessZone }) => show(row, businessZone),
  );
}
