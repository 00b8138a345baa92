import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { toAppointmentResponse } from '../../booking/appointments/dto/appointment.response';
import { Public } from '../../people/auth/access';
import { type Caller, CurrentCaller } from '../../platform/http/identity';
import { ApiDataList } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { Reply } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/path-id';
import { MONTH_META, type MonthMeta, SCHEDULE_META, type ScheduleMeta } from './dto/calendar.meta';
import { MonthQuery } from './dto/month.query';
import { ProviderAppointmentResponse, toBusyAppointment } from './dto/provider-appointment.response';
import { ScheduleDayResponse, toScheduleDayResponse } from './dto/schedule-day.response';
import { ProviderCalendarService } from './provider-calendar.service';

@ApiTags('Providers')
@Controller('providers/:id')
export class ProviderCalendarController {
  constructor(private readonly calendar: ProviderCalendarService) {}

  @Get('schedule')
  @Public()
  @ApiOperation({
    summary: 'The weekly schedule of a provider',
    description: 'The hours that slots are offered in, within the business’s, before closures and time off.',
  })
  @ApiDataList(ScheduleDayResponse, { description: 'Seven days, Monday first', meta: SCHEDULE_META })
  @ApiErrors('NOT_FOUND')
  async schedule(@PathId() id: number): Promise<Reply<ScheduleDayResponse[], ScheduleMeta>> {
    const { days, timeZone } = await this.calendar.week(id);
    return new Reply(days.map(toScheduleDayResponse), { timezone: timeZone });
  }

  @Get('appointments')
  @Public()
  @ApiOperation({
    summary: 'A month of a provider’s appointments',
    description:
      'Those that start in it, in time order. Without a key: only when the provider is busy, and nothing about customers.',
  })
  @ApiDataList(ProviderAppointmentResponse, { description: 'The appointments', meta: MONTH_META })
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  async appointments(
    @PathId() id: number,
    @Query() query: MonthQuery,
    @CurrentCaller() caller?: Caller,
  ): Promise<Reply<ProviderAppointmentResponse[], MonthMeta>> {
    const { month, timeZone, appointments } = await this.calendar.month(
      id,
      query.month,
      caller !== undefined,
    );
    const whole = appointments.map((row) => toAppointmentResponse(row, timeZone));
    const shown = caller === undefined ? whole.map(toBusyAppointment) : whole;
    return new Reply(shown, { month, timezone: timeZone, total: shown.length });
  }
}
