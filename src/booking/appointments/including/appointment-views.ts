import { Injectable } from '@nestjs/common';
import type { Page } from '../../../platform/database/reads/page';
import type { ToldAppointment } from '../../diary/rows/appointment-row';
import type { Includable } from './dto/include.query';
import { type IncludedResources, IncludedResourcesQueries } from './included-resources.queries';
import type { IncludingRow } from './including-row';

/** Adds the resources that a request includes to appointments. Without any, nothing is read. */
@Injectable()
export class AppointmentViews {
  constructor(private readonly resources: IncludedResourcesQueries) {}

  async page(page: Page<ToldAppointment>, include: readonly Includable[] = []): Promise<Page<IncludingRow>> {
    if (include.length === 0 || page.items.length === 0) return page;
    const resources = await this.resources.read(page.items, include);
    return page.with(page.items.map((row) => including(row, resources)));
  }

  async one(row: ToldAppointment, include: readonly Includable[] = []): Promise<IncludingRow> {
    return include.length === 0 ? row : including(row, await this.resources.read([row], include));
  }
}

/** Null for a deleted row. A customer can be deleted, with its appointments, between the two reads of a request. */
function including(row: ToldAppointment, resources: IncludedResources): IncludingRow {
  const { customer, service, provider, location } = resources;
  return {
    ...row,
    included: {
      customer: customer && (customer.get(row.customerId ?? 0) ?? null),
      service: service && (service.get(row.serviceId) ?? null),
      provider: provider && (provider.get(row.providerId) ?? null),
      location: location && (location.get(row.locationId ?? 0) ?? null),
    },
  };
}
