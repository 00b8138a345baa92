import type { ProviderRow } from '../../../business/providers/provider-row';
import type { Location } from '../../../business/locations/location.entity';
import type { Service } from '../../../business/services/service.entity';
import type { Customer } from '../../../people/customers/customer.entity';
import type { ToldAppointment } from '../../diary/rows/appointment-row';

/** An appointment with the resources that a request includes: undefined where it does not, null where there is none. */
export type IncludingRow = ToldAppointment & {
  readonly included?: {
    readonly customer?: Customer | null;
    readonly service?: Service | null;
    readonly provider?: ProviderRow | null;
    readonly location?: Location | null;
  };
};
