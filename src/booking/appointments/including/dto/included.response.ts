import { LocationResponse, toLocationResponse } from '../../../../business/locations/dto/location.dto';
import { ProviderResponse, toProviderResponse } from '../../../../business/providers/dto/provider.dto';
import type { Service } from '../../../../business/services/service.entity';
import { ServiceResponse, toServiceResponse } from '../../../../business/services/dto/service.dto';
import { CustomerResponse, toCustomerResponse } from '../../../../people/customers/dto/customer.dto';
import { AppointmentResponse } from '../../dto/appointment.dto';
import type { IncludingRow } from '../including-row';
import { one, orNull } from '../../../../platform/http/validation/shapes';
import { AnswerOf, sometimesAnswered } from '../../../../platform/http/validation/members';
import type { Links } from '../../../../platform/http/envelope/links';
import { extended } from '../../../../platform/values/quick-objects';

/** An appointment with the resources that `include` names, each as its own GET shows it. */
export class IncludingAppointmentResponse extends AnswerOf(AppointmentResponse, {
  customer: sometimesAnswered(orNull(one(CustomerResponse)), {
    description: 'With `include=customer`; null when the customer has been deleted meanwhile',
  }),
  service: sometimesAnswered(orNull(one(ServiceResponse)), {
    description: 'With `include=service`; null when the service has been deleted',
  }),
  provider: sometimesAnswered(orNull(one(ProviderResponse)), {
    description: 'With `include=provider`; never null, because a provider is deactivated and not deleted',
  }),
  location: sometimesAnswered(orNull(one(LocationResponse)), {
    description: 'With `include=location`; null when the appointment has none',
  }),
}) {
  static readonly of = (row: IncludingRow, zone: string, links?: Links): IncludingAppointmentResponse => {
    const appointment = AppointmentResponse.of(row, zone, links);
    return row.included === undefined ? appointment : extended(appointment, shown(row.included, zone));
  };

  static readonly included = ({ included }: IncludingRow): readonly string[] | undefined =>
    included && Object.keys(included);
}

/** Each is shown once for all appointments that have it. */
const services = new WeakMap<Service, ServiceResponse>();

function shownService(service: Service): ServiceResponse {
  const known = services.get(service);
  if (known !== undefined) return known;
  const shown = toServiceResponse(service);
  services.set(service, shown);
  return shown;
}

function shown(included: NonNullable<IncludingRow['included']>, zone: string) {
  const { customer, service, provider, location } = included;
  return {
    ...(customer !== undefined && { customer: customer && toCustomerResponse(customer, zone) }),
    ...(service !== undefined && { service: service && shownService(service) }),
    ...(provider !== undefined && { provider: provider && toProviderResponse(provider) }),
    ...(location !== undefined && { location: location && toLocationResponse(location) }),
  };
}
