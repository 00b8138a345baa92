import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../../people/auth/access';
import { CurrentCaller } from '../../../people/auth/current-caller';
import { ApiDataList } from '../../../platform/http/envelope/api-data';
import { Reply } from '../../../platform/http/envelope/envelope';
import type { Caller } from '../../../platform/http/identity';
import { PathId } from '../../../platform/http/parameters/path-id';
import {
  SCHEDULE_META,
  ScheduleDayResponse,
  type ScheduleMeta,
  toScheduleDayResponse,
} from './schedule-day.response';
import { weekOf } from './weekly-schedule';
import { WeeklyScheduleQueries } from './weekly-schedule.queries';

@ApiTags('Providers')
@Controller('providers/:id/schedule')
export class WeeklyScheduleController {
  constructor(private readonly queries: WeeklyScheduleQueries) {}

  @Get()
  @Public()
  @ApiOperation({
    summary: 'The weekly schedule of a provider',
    description:
      'The hours in which slots are offered, cut to the business’s hours, before closures and time off. Without a key, a deactivated provider is a 404.',
  })
  @ApiDataList(ScheduleDayResponse, { description: 'Seven days, Monday first', meta: SCHEDULE_META })
  async get(
    @PathId() id: number,
    @CurrentCaller() caller?: Caller,
  ): Promise<Reply<ScheduleDayResponse[], ScheduleMeta>> {
    const { schedule, business, timeZone } = await this.queries.getPattern(id, caller !== undefined);
    return new Reply(weekOf(schedule, business).map(toScheduleDayResponse), { timezone: timeZone });
  }
}
