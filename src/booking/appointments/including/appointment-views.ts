import { Inject, Injectable } from '@nestjs/common';
import { toLocationResponse } from '../../../business/locations/dto/location.response';
import { toProviderResponse } from '../../../business/providers/dto/provider.response';
import { toServiceResponse } from '../../../business/services/dto/service.response';
import { toCustomerResponse } from '../../../people/customers/dto/customer.response';
import { Config } from '../../../platform/config/config';
import type { Page } from '../../../platform/http/envelope/envelope';
import { AppointmentMapper } from '../appointment-mapper';
import type { AppointmentRow } from '../appointment-row';
import type { Includable } from './dto/include.query';
import type { IncludingAppointmentResponse } from './dto/included.response';
import { type IncludedResources, IncludedResourcesQueries } from './included-resources.queries';

/** Makes the responses of appointments, with the resources that a request includes. Without any, nothing is read. */
@Injectable()
export class AppointmentViews {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly mapper: AppointmentMapper,
    private readonly resources: IncludedResourcesQueries,
  ) {}

  async page(
    page: Page<AppointmentRow>,
    include: readonly Includable[] = [],
  ): Promise<Page<IncludingAppointmentResponse>> {
    if (include.length === 0 || page.items.length === 0) return page.map(this.mapper.toResponse);
    const resources = await this.resources.read(page.items, include);
    return page.map((row) => this.including(row, resources));
  }

  async one(row: AppointmentRow, include: readonly Includable[] = []): Promise<IncludingAppointmentResponse> {
    if (include.length === 0) return this.mapper.toResponse(row);
    return this.including(row, await this.resources.read([row], include));
  }

  private including(
    row: AppointmentRow,
    { customer, service, provider, location }: IncludedResources,
  ): IncludingAppointmentResponse {
    const zone = this.config.businessTimeZone;
    return Object.assign(this.mapper.toResponse(row), {
      ...(customer && {
        customer: show(customer.get(row.customerId), (each) => toCustomerResponse(each, zone)),
      }),
      ...(service && { service: show(service.get(row.serviceId), toServiceResponse) }),
      ...(provider && { provider: show(provider.get(row.providerId), toProviderResponse) }),
      ...(location && { location: show(location.get(row.locationId ?? 0), toLocationResponse) }),
    });
  }
}

/** Null for a deleted row. A customer can be deleted, with its appointments, between the two reads of a request. */
function show<Row, Response>(row: Row | undefined, toResponse: (row: Row) => Response): Response | null {
  return row === undefined ? null : toResponse(row);
}
