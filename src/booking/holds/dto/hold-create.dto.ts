import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { needsDate } from '../../availability/dto/needs-date';
import { MAX_RESOURCES, seats } from '../../availability/dto/wish-types';
import { ignoresDate } from '../../availability/candidate';
import { Field, ListField } from '../../../platform/http/validation/field';
import { id, integer } from '../../../platform/http/validation/number-types';
import { endTime, localDate, startTime } from '../../../platform/http/validation/time-types';

/** Body of POST /holds (docs/reference/booking.md, Holds). */
export class HoldCreate {
  @Field(id(), { example: 2 })
  providerId: number;

  @Field(id(), { example: 1 })
  serviceId: number;

  @ApiPropertyOptional()
  @Field(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
  })
  @ValidateIf((body: HoldCreate) => body.date !== undefined || needsDate(body.start))
  date?: string;

  @Field(startTime(), {
    example: '11:00',
    description:
      '`HH:MM` on the provider’s clock, or an instant (RFC 3339) without `date`, such as the `start` of a slot',
  })
  start: string;

  @Field(endTime(), {
    optional: true,
    description:
      'As `start`, and after it; `HH:MM` is on the same date. Absent: the service’s duration after the start',
  })
  end?: string;

  @Field(seats(), {
    optional: true,
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  })
  seats?: number;

  @Field(id(), { optional: true, nullable: true, description: 'Where it is to take place' })
  locationId?: number | null;

  @ListField(id(), MAX_RESOURCES, {
    optional: true,
    description:
      'The resources to take, just as many of each kind as the service needs. Left out: free ones are chosen',
  })
  resourceIds?: number[];

  @Field(integer(60, 3_600), {
    optional: true,
    default: 600,
    description: 'How long the hold lives, in seconds',
  })
  ttlSec?: number;
}
