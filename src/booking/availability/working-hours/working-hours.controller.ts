import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../people/auth/operation';
import { list } from '../../../platform/http/envelope/answers';
import { PathId } from '../../../platform/http/parameters/path-id';
import { WorkingHoursQueries } from './working-hours.queries';
import { WorkingHoursQuery } from './working-hours.query';
import { toWorkingHoursReply, WORKING_HOURS_META, WorkingDayResponse } from './working-hours.response';

@ApiTags('Providers')
@Controller('providers/:id/working-hours')
export class WorkingHoursController {
  constructor(private readonly queries: WorkingHoursQueries) {}

  @Operation(
    'any role',
    'The working hours of a provider on dates',
    list(WorkingDayResponse, 'Every date of the range', {
      meta: WORKING_HOURS_META,
      by: toWorkingHoursReply,
    }),
    {
      description:
        'What is left of the hours of each date after the window of the business, special hours, closures, time off and busy calendars. Appointments and holds are not taken out.',
      narrowed: 'provider',
    },
  )
  @Get()
  get(@PathId() id: number, @Query() query: WorkingHoursQuery) {
    return this.queries.get(id, query);
  }
}
