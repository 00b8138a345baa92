import { Field, ListField } from '../../../platform/http/validation/field';
import { flag, id } from '../../../platform/http/validation/number-types';
import { ignoresDate } from '../candidate';
import { MAX_RESOURCES, seats } from './wish-types';
import { endTime, localDate, startTime } from '../../../platform/http/validation/time-types';

/** The time to check: body of the two check endpoints, free-form (docs/reference/availability.md). */
export class CheckBody {
  @Field(id(), { freeForm: true, example: 2 })
  providerId: number;

  @Field(id(), { freeForm: true, example: 1 })
  serviceId: number;

  @Field(localDate(), {
    optional: true,
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
  })
  date?: string;

  @Field(startTime(), {
    aliases: ['startTime', 'start_time'],
    example: '09:00',
    description:
      '`HH:MM` on the provider’s clock, or an instant (RFC 3339), which without an offset is on that clock, too. On a whole minute. Also read from `startTime`',
  })
  start: string;

  @Field(endTime(), {
    optional: true,
    aliases: ['endTime', 'end_time'],
    description:
      'As `start`, and after it; `HH:MM` is on the same date. Absent: the service’s duration after the start. Also read from `endTime`',
  })
  end?: string;

  @Field(id(), {
    freeForm: true,
    optional: true,
    description: 'An appointment that is being moved: its own time counts as free',
  })
  excludeAppointmentId?: number;

  @Field(seats(), {
    freeForm: true,
    optional: true,
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  })
  seats?: number;

  @Field(id(), {
    freeForm: true,
    optional: true,
    nullable: true,
    description: 'Take only resources of this location, or of none',
  })
  locationId?: number | null;

  @ListField(id(), MAX_RESOURCES, {
    freeForm: true,
    optional: true,
    description: 'The resources to take. Left out: free ones are chosen',
  })
  resourceIds?: number[];

  @Field(flag(), {
    freeForm: true,
    optional: true,
    default: false,
    description: 'Skip past, notice, horizon, closures, time off and hours; never what is taken',
  })
  ignoreSchedule?: boolean;
}
