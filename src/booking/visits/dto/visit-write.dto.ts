import { IntersectionType, PickType } from '@nestjs/swagger';
import { AppointmentCreate } from '../../appointments/dto/appointment-write.dto';
import { VisitWishWrite } from '../../availability/visits/dto/visit-search.dto';
import { Field } from '../../../platform/http/validation/field';
import { oneOf } from '../../../platform/http/validation/text-types';

class VisitBooking extends PickType(AppointmentCreate, [
  'customerId',
  'name',
  'email',
  'phone',
  'notes',
  'locationId',
] as const) {}

class VisitStart extends PickType(AppointmentCreate, ['date', 'start'] as const) {}

/** Body of POST /visits (docs/interface.md, Visits). */
export class VisitCreate extends IntersectionType(VisitBooking, VisitStart, VisitWishWrite) {
  declare start: string;
}

const CANCELLED = ['cancelled'] as const;

/** Body of PATCH /visits/{id}. */
export class VisitPatch {
  @Field(oneOf(CANCELLED), {
    optional: true,
    example: 'cancelled',
    description: 'Cancels the appointments of the visit that are upcoming and expected',
  })
  status?: (typeof CANCELLED)[number];
}
