import type { Type } from '@nestjs/common';
import { shownStateOf } from '../../../booking/appointments/appointment-columns';
import { rowOf } from '../../../booking/appointments/appointment-row';
import { toAppointmentResponse } from '../../../booking/appointments/dto/appointment.response';
import { toHoldResponse } from '../../../booking/holds/dto/hold.response';
import { toWaitlistEntryResponse } from '../../../booking/waitlist/dto/waitlist-entry.response';
import type { OfferRow } from '../../../booking/waitlist/waitlist-row';
import type { WaitlistStatus } from '../../../booking/waitlist/waitlist-status';
import { BusinessHours } from '../../../business/business-hours/business-hours.entity';
import { toBusinessHoursResponse } from '../../../business/business-hours/dto/business-hours.response';
import { Category } from '../../../business/categories/category.entity';
import { toCategoryResponse } from '../../../business/categories/dto/category.response';
import { Closure } from '../../../business/closures/closure.entity';
import { toClosureResponse } from '../../../business/closures/dto/closure.response';
import { toLocationResponse } from '../../../business/locations/dto/location.response';
import { Location } from '../../../business/locations/location.entity';
import { toProviderResponse } from '../../../business/providers/dto/provider.response';
import type { ProviderRow } from '../../../business/providers/provider-row';
import { toResourceResponse } from '../../../business/resources/dto/resource.response';
import { Resource } from '../../../business/resources/resource.entity';
import { toServiceResponse } from '../../../business/services/dto/service.response';
import { Service } from '../../../business/services/service.entity';
import { toSpecialHoursResponse } from '../../../business/special-hours/dto/special-hours.response';
import { SpecialHours } from '../../../business/special-hours/special-hours.entity';
import { toTimeOffResponse } from '../../../business/time-off/dto/time-off.response';
import { TimeOff } from '../../../business/time-off/time-off.entity';
import { Customer } from '../../../people/customers/customer.entity';
import { toCustomerResponse } from '../../../people/customers/dto/customer.response';
import type { AuditedRow } from '../../../platform/database/audited-row';
import type { EventResource } from '../event-types';
import type { PastPart } from './past-rows';

/** A resource before or after a change. */
export interface Side {
  readonly id: number;
  /** The columns that the entries of the event tell; those of one part of it, where it has parts. */
  readonly row: AuditedRow;
  /** The hold that is, or was, the offer of an entry of the waitlist. */
  readonly hold: AuditedRow | null;
  /** The last audit entry that counts for what is read beside the row. */
  readonly upTo: number;
}

/** What a view reads with. */
export interface Sight {
  /** The columns of a part that `parts` names. */
  readonly past: (part: PastPart) => AuditedRow;
  readonly asEntity: <Row extends object>(entity: Type<Row>, row: AuditedRow) => Row;
  /** IANA name. */
  readonly businessZone: string;
}

/** How events show a resource: as its GET does. */
interface View {
  /** What else is to be read. */
  readonly parts: (side: Side) => readonly PastPart[];
  readonly show: (side: Side, sight: Sight) => object;
}

type IdColumn = 'service_id' | 'customer_id' | 'provider_id';

const part = (kind: PastPart['kind'], id: number, upTo: number): PastPart => ({ kind, id, upTo });

/** A resource whose row says everything. */
function simple<Row extends object>(entity: Type<Row>, show: (row: Row, zone: string) => object): View {
  return {
    parts: () => [],
    show: ({ row }, { asEntity, businessZone }) => show(asEntity(entity, row), businessZone),
  };
}

export const VIEWS: Readonly<Record<EventResource, View>> = {
  appointment: {
    parts: ({ row, upTo }) => [
      part('customerName', idIn(row, 'customer_id'), upTo),
      part('serviceName', idIn(row, 'service_id'), upTo),
      part('providerName', idIn(row, 'provider_id'), upTo),
      part('providerZone', idIn(row, 'provider_id'), upTo),
      ...resourcesIn(row, upTo),
    ],
    show: ({ id, row, upTo }, sight) => {
      const booker = sight.past(part('customerName', idIn(row, 'customer_id'), upTo));
      const timeZone = zoneOf(sight, row, upTo);
      const shown = rowOf(shownStateOf(row), {
        id,
        createdAt: instantIn(row, 'created_at'),
        updatedAt: instantIn(row, 'updated_at'),
        resources: resourcesShown(row, upTo, sight),
        customerName: `${textIn(booker, 'first_name')} ${textIn(booker, 'last_name')}`.trim(),
        serviceName: textIn(sight.past(part('serviceName', idIn(row, 'service_id'), upTo)), 'name'),
        providerName: textIn(sight.past(part('providerName', idIn(row, 'provider_id'), upTo)), 'name'),
        timeZone,
      });
      return toAppointmentResponse(shown, sight.businessZone);
    },
  },
  hold: {
    parts: ({ row, upTo }) => [
      part('providerZone', idIn(row, 'provider_id'), upTo),
      ...resourcesIn(row, upTo),
    ],
    show: ({ id, row, upTo }, sight) => {
      const timeZone = zoneOf(sight, row, upTo);
      return toHoldResponse(
        {
          id,
          token: textIn(row, 'token'),
          providerId: idIn(row, 'provider_id'),
          serviceId: idIn(row, 'service_id'),
          start: instantIn(row, 'start_at'),
          end: instantIn(row, 'end_at'),
          seats: row['seats'] as number,
          resources: resourcesShown(row, upTo, sight),
          locationId: row['location_id'] as number | null,
          expiresAt: instantIn(row, 'expires_at'),
          createdAt: instantIn(row, 'created_at'),
          timeZone,
        },
        sight.businessZone,
      );
    },
  },
  waitlist: {
    parts: ({ id, row, hold, upTo }) => [
      part('waitlistEntry', id, upTo),
      ...[row['provider_id'], hold?.['provider_id']]
        .filter((named) => typeof named === 'number')
        .map((named) => part('providerZone', named, upTo)),
    ],
    show: ({ id, row, hold, upTo }, sight) => {
      const entity = { ...sight.past(part('waitlistEntry', id, upTo)), ...row };
      const zone = entity['provider_id'] == null ? null : zoneOf(sight, entity, upTo);
      return toWaitlistEntryResponse(
        {
          id,
          customerId: idIn(entity, 'customer_id'),
          serviceId: idIn(entity, 'service_id'),
          providerId: entity['provider_id'] as number | null,
          from: textIn(entity, 'first_on'),
          to: textIn(entity, 'last_on'),
          timeFromMin: entity['time_from_min'] as number | null,
          timeToMin: entity['time_to_min'] as number | null,
          // The service writes only the names of weekdays.
          weekdays: entity['weekdays'] as never,
          seats: entity['seats'] as number,
          notes: entity['notes'] as string | null,
          attendeeName: entity['attendee_name'] as string | null,
          attendeePhone: entity['attendee_phone'] as string | null,
          status: hold === null ? (entity['status'] as WaitlistStatus) : 'offered',
          offer: hold && offerOf(hold, zoneOf(sight, hold, upTo)),
          appointmentId: entity['appointment_id'] as number | null,
          createdAt: instantIn(entity, 'created_at'),
          timeZone: zone,
        },
        sight.businessZone,
      );
    },
  },
  provider: {
    parts: ({ id, upTo }) => [
      part('providerUser', id, upTo),
      part('provider', id, upTo),
      part('providerServices', id, upTo),
    ],
    show: ({ id, upTo }, { past }) =>
      // Rows of the trail are JSON, whose members have no types; these parts have those of a ProviderRow.
      toProviderResponse({
        ...past(part('providerUser', id, upTo)),
        ...past(part('provider', id, upTo)),
        service_ids: past(part('providerServices', id, upTo))['service_ids'] ?? null,
      } as unknown as ProviderRow),
  },
  service: {
    parts: ({ id, upTo }) => [part('service', id, upTo), part('serviceProviders', id, upTo)],
    show: ({ id, upTo }, { past, asEntity }) =>
      toServiceResponse(
        Object.assign(asEntity(Service, past(part('service', id, upTo))), {
          providerIds: (past(part('serviceProviders', id, upTo))['provider_ids'] ?? null) as number[] | null,
        }),
      ),
  },
  customer: simple(Customer, toCustomerResponse),
  category: simple(Category, toCategoryResponse),
  location: simple(Location, toLocationResponse),
  resource: simple(Resource, toResourceResponse),
  business_hours: simple(BusinessHours, toBusinessHoursResponse),
  // The path of a GET names the owner of special hours and of time off; an event has no path, so its data does.
  special_hours: simple(SpecialHours, (row) =>
    Object.assign({ providerId: row.providerId }, toSpecialHoursResponse(row)),
  ),
  closure: simple(Closure, toClosureResponse),
  time_off: {
    parts: ({ row, upTo }) =>
      row['provider_id'] == null ? [] : [part('providerZone', idIn(row, 'provider_id'), upTo)],
    show: ({ row, upTo }, sight) => {
      const timeOff = sight.asEntity(TimeOff, row);
      const { providerId, resourceId } = timeOff;
      const zone = providerId === null ? sight.businessZone : zoneOf(sight, row, upTo);
      return Object.assign({ providerId, resourceId }, toTimeOffResponse(timeOff, zone));
    },
  },
};

/** The zone of the provider that a row names. */
function zoneOf({ past, businessZone }: Sight, row: AuditedRow, upTo: number): string {
  return (
    (past(part('providerZone', idIn(row, 'provider_id'), upTo))['timezone'] as string | null) ?? businessZone
  );
}

function offerOf(hold: AuditedRow, timeZone: string): OfferRow {
  return {
    holdId: textIn(hold, 'token'),
    providerId: idIn(hold, 'provider_id'),
    start: instantIn(hold, 'start_at'),
    end: instantIn(hold, 'end_at'),
    expiresAt: instantIn(hold, 'expires_at'),
    timeZone,
  };
}

function resourcesIn(row: AuditedRow, upTo: number): PastPart[] {
  return (row['resource_ids'] as number[]).map((id) => part('resource', id, upTo));
}

function resourcesShown(row: AuditedRow, upTo: number, { past }: Sight) {
  return (row['resource_ids'] as number[])
    .toSorted((a, b) => a - b)
    .map((id) => {
      const found = past(part('resource', id, upTo));
      return { id, name: textIn(found, 'name'), kind: textIn(found, 'kind') };
    });
}

function idIn(row: AuditedRow, column: IdColumn): number {
  return row[column] as number;
}

function textIn(row: AuditedRow, column: string): string {
  return (row[column] ?? '') as string;
}

/** Epoch ms. */
function instantIn(row: AuditedRow, column: string): number {
  return Date.parse(textIn(row, column));
}
