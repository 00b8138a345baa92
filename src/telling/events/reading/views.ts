import { BUSINESS_HOURS_COLUMNS } from '../../../business/business-hours/business-hours.entity';
import { toBusinessHoursResponse } from '../../../business/business-hours/dto/business-hours.response';
import { CATEGORY_COLUMNS } from '../../../business/categories/category.entity';
import { toCategoryResponse } from '../../../business/categories/dto/category.response';
import { CLOSURE_COLUMNS } from '../../../business/closures/closure.entity';
import { toClosureResponse } from '../../../business/closures/dto/closure.response';
import { toLocationResponse } from '../../../business/locations/dto/location.response';
import { LOCATION_COLUMNS } from '../../../business/locations/location.entity';
import { toResourceResponse } from '../../../business/resources/dto/resource.response';
import { RESOURCE_COLUMNS } from '../../../business/resources/resource.entity';
import { toSpecialHoursResponse } from '../../../business/special-hours/dto/special-hours.response';
import { SPECIAL_HOURS_COLUMNS } from '../../../business/special-hours/special-hours.entity';
import { CUSTOMER_COLUMNS } from '../../../people/customers/customer.entity';
import { toCustomerResponse } from '../../../people/customers/dto/customer.response';
import type { EventResource } from '../event-types';
import { appointment, hold, waitlist } from './booking-views';
import { provider, service, timeOff } from './business-views';
import { simple, type View } from './view';

export const VIEWS: Readonly<Record<EventResource, View>> = {
  appointment,
  hold,
  waitlist,
  provider,
  service,
  time_off: timeOff,
  customer: simple(CUSTOMER_COLUMNS, toCustomerResponse),
  category: simple(CATEGORY_COLUMNS, toCategoryResponse),
  location: simple(LOCATION_COLUMNS, toLocationResponse),
  resource: simple(RESOURCE_COLUMNS, toResourceResponse),
  business_hours: simple(BUSINESS_HOURS_COLUMNS, toBusinessHoursResponse),
  // The path of a GET names the owner of special hours; an event has no path, so its data does.
  special_hours: simple(SPECIAL_HOURS_COLUMNS, (row) =>
    Object.assign({ providerId: row.providerId }, toSpecialHoursResponse(row)),
  ),
  closure: simple(CLOSURE_COLUMNS, toClosureResponse),
};
