import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../../people/auth/access';
import { CurrentCaller } from '../../../people/auth/current-caller';
import { ApiDataList } from '../../../platform/http/envelope/api-data';
import { Reply } from '../../../platform/http/envelope/envelope';
import type { Caller } from '../../../platform/http/identity';
import { PathId } from '../../../platform/http/parameters/path-id';
import { AppointmentMapper } from '../appointment-mapper';
import { MONTH_META, type MonthMeta } from './dto/month.meta';
import { MonthQuery } from './dto/month.query';
import { ProviderAppointmentResponse, toBusyAppointment } from './dto/provider-appointment.response';
import { ProviderMonthService } from './provider-month.service';

@ApiTags('Providers')
@Controller('providers/:id/appointments')
export class ProviderMonthController {
  constructor(
    private readonly months: ProviderMonthService,
    private readonly mapper: AppointmentMapper,
  ) {}

  @Get()
  @Public()
  @ApiOperation({
    summary: 'List a month of a provider’s appointments',
    description:
      'The appointments that start in the month, in time order. Without a key only the busy times are shown, and nothing about customers; a deactivated provider is a 404.',
  })
  @ApiDataList(ProviderAppointmentResponse, { description: 'The appointments', meta: MONTH_META })
  async list(
    @PathId() id: number,
    @Query() query: MonthQuery,
    @CurrentCaller() caller?: Caller,
  ): Promise<Reply<ProviderAppointmentResponse[], MonthMeta>> {
    const { month, timeZone, appointments } = await this.months.get(id, query.month, caller !== undefined);
    const whole = appointments.map(this.mapper.toResponse);
    const shown = caller === undefined ? whole.map(toBusyAppointment) : whole;
    return new Reply(shown, { month, timezone: timeZone, total: shown.length });
  }
}
