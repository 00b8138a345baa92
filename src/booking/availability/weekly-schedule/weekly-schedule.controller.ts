import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentViewer, Operation } from '../../../people/auth/operation';
import { list } from '../../../platform/http/envelope/answers';
import type { Caller } from '../../../platform/http/identity';
import { PathId } from '../../../platform/http/parameters/path-id';
import { SCHEDULE_META, ScheduleDayResponse, toScheduleReply } from './schedule-day.response';
import { WeekQuery } from './week.query';
import { WeeklyScheduleQueries } from './weekly-schedule.queries';

@ApiTags('Providers')
@Controller('providers/:id/schedule')
export class WeeklyScheduleController {
  constructor(private readonly queries: WeeklyScheduleQueries) {}

  @Operation(
    'public',
    'The schedule of a provider in a week',
    list(ScheduleDayResponse, 'Seven days, Monday first', { meta: SCHEDULE_META, by: toScheduleReply }),
    {
      description:
        'The hours in which slots are offered in the week of `date`, cut to the business’s hours, before closures and time off. Without a key, a deactivated provider is a 404.',
      narrowed: 'provider',
    },
  )
  @Get()
  get(@PathId() id: number, @Query() { date }: WeekQuery, @CurrentViewer() viewer?: Caller) {
    return this.queries.getPattern(id, date, viewer !== undefined);
  }
}
