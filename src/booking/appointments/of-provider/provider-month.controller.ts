import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentViewer, Operation } from '../../../people/auth/operation';
import { list } from '../../../platform/http/envelope/answers';
import type { Caller } from '../../../platform/http/identity';
import { PathId } from '../../../platform/http/parameters/path-id';
import { MONTH_META } from './dto/month.meta';
import { MonthQuery } from './dto/month.query';
import { ProviderAppointmentResponse, toMonthReply } from './dto/provider-appointment.response';
import { ProviderMonthService } from './provider-month.service';

@ApiTags('Providers')
@Controller('providers/:id/appointments')
export class ProviderMonthController {
  constructor(private readonly months: ProviderMonthService) {}

  @Operation(
    'public',
    'List a month of a provider’s appointments',
    list(ProviderAppointmentResponse, 'The appointments', { meta: MONTH_META, by: toMonthReply }),
    {
      refuses: ['ANSWER_TOO_LARGE'],
      narrowed: 'own',
      description:
        'The appointments that start in the month, in time order. Without a key, or with one whose scopes lack `appointments:read`, only the busy times are shown, and nothing about customers; a deactivated provider is a 404.',
    },
  )
  @Get()
  list(@PathId() id: number, @Query() query: MonthQuery, @CurrentViewer() viewer?: Caller) {
    return this.months.get(id, query.month, viewer);
  }
}
