import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation } from '../../people/auth/operation';
import type { Caller } from '../../platform/http/identity';
import { UTILISATION } from './dto/utilisation.answer';
import { UtilisationQuery } from './dto/utilisation.query';
import { UtilisationService } from './utilisation.service';

@ApiTags('Reports')
@Controller('reports')
export class ReportsController {
  constructor(private readonly reports: UtilisationService) {}

  @Operation('admin', 'Report how much of the working time is booked', UTILISATION, {
    weighs: { least: 5, most: 5 },
    description:
      'One row for each active provider, service, location or resource, for each other one with appointments in the range, and for the appointments without one; or for each weekday. Keys with `--hide payments` get no revenue.',
  })
  @Get('utilisation')
  utilisation(@Query() query: UtilisationQuery, @CurrentCaller() caller: Caller) {
    return this.reports.report(query, caller.restrictions?.hide);
  }
}
