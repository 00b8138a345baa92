import { ApiPropertyOptional, IntersectionType, PickType } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { AppointmentCreate } from '../../appointments/dto/appointment-write.dto';
import { needsDate } from '../../availability/dto/needs-date';
import { ignoresDate } from '../../availability/candidate';
import { VisitWishWrite } from '../../availability/visits/dto/visit-search.dto';
import { Field } from '../../../platform/http/validation/field';
import { oneOf } from '../../../platform/http/validation/text-types';
import { localDate, startTime } from '../../../platform/http/validation/time-types';

class VisitBooking extends PickType(AppointmentCreate, [
  'customerId',
  'name',
  'email',
  'phone',
  'notes',
  'locationId',
  'metadata',
] as const) {}

/** Body of POST /visits (docs/reference/visits.md). */
export class VisitCreate extends IntersectionType(VisitBooking, VisitWishWrite) {
  @ApiPropertyOptional()
  @Field(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the clock of the provider of the first item. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
  })
  @ValidateIf((body: VisitCreate) => body.date !== undefined || needsDate(body.start))
  date?: string;

  @Field(startTime(), {
    example: '13:00',
    description:
      '`HH:MM` on the clock of the provider of the first item, or an instant (RFC 3339) without `date`, such as the `start` of a visit that a search has found',
  })
  start: string;
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
