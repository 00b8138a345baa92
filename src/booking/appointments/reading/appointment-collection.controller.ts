import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReach, Operation } from '../../../people/auth/operation';
import type { Caller } from '../../../platform/http/identity';
import { data, page } from '../../../platform/http/envelope/answers';
import { CheckBody } from '../../availability/dto/check.dto';
import { CheckResponse, toCheckReply } from '../../availability/dto/check.response';
import { SEARCH_META } from '../../availability/dto/search.meta';
import { SlotCheck } from '../../availability/slot-check';
import type { Page } from '../../../platform/database/reads/page';
import { type Reach, reachOf } from '../../../platform/restrictions';
import { Config } from '../../../platform/config/config';
import { AppointmentPages } from './appointment-pages.queries';
import { AppointmentReports } from './appointment-reports.queries';
import { StatusCountsResponse, TOTAL_META, toStatusCountsReply } from './dto/appointment-counts.response';
import { AppointmentListQuery, AppointmentReportQuery, toFilters } from './dto/appointment-list.query';
import { AppointmentViews } from '../including/appointment-views';
import { IncludingAppointmentResponse } from '../including/dto/included.response';
import type { IncludingRow } from '../including/including-row';
import { AppointmentSummaryResponse } from './dto/appointment-summary.response';
import { FilterOptionsResponse } from './dto/filter-options.response';
import { WORDS_WEIGHT } from './words-weight';

/** Lists, searches and counts appointments. Its paths must be registered before `appointments/{id}`. */
@ApiTags('Appointments')
@Controller('appointments')
export class AppointmentCollectionController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly pages: AppointmentPages,
    private readonly reports: AppointmentReports,
    private readonly views: AppointmentViews,
    private readonly slotCheck: SlotCheck,
  ) {}

  @Operation('any role', 'List appointments', page(IncludingAppointmentResponse, 'A page of appointments'), {
    weighs: WORDS_WEIGHT,
    narrowed: 'own',
  })
  @Get()
  list(@Query() query: AppointmentListQuery, @CurrentCaller() caller: Caller) {
    return this.find(query, caller);
  }

  @Operation(
    'any role',
    'Search appointments',
    page(IncludingAppointmentResponse, 'A page of the matching appointments'),
    {
      weighs: WORDS_WEIGHT,
      narrowed: 'own',
      description: 'Every word of `q` must be found, in upper or lower case. Without `q` this is the list.',
    },
  )
  @Get('search')
  search(@Query() query: AppointmentListQuery, @CurrentCaller() caller: Caller) {
    return this.find(query, caller);
  }

  @Operation(
    'any role',
    'Count appointments by status',
    data(StatusCountsResponse, 'The number of appointments with each status', {
      meta: TOTAL_META,
      by: toStatusCountsReply,
    }),
    { narrowed: 'own' },
  )
  @Get('counts')
  counts(@Query() query: AppointmentReportQuery, @CurrentReach() reach?: Reach) {
    return this.reports.counts({ ...toFilters(query, this.config.businessTimeZone), reach });
  }

  @Operation(
    'any role',
    'Summarise appointments',
    data(AppointmentSummaryResponse, 'Numbers, revenue, and the next appointment'),
    { narrowed: 'own' },
  )
  @Get('summary')
  summary(@Query() query: AppointmentReportQuery, @CurrentReach() reach?: Reach) {
    return this.reports.summary({ ...toFilters(query, this.config.businessTimeZone), reach });
  }

  @Operation(
    'any role',
    'List the values of the filters',
    data(FilterOptionsResponse, 'The values that filter a list of appointments'),
    { narrowed: 'catalogue' },
  )
  @Get('filters')
  filters() {
    return this.reports.options();
  }

  @Operation(
    'any role',
    'Check whether a time can be booked',
    data(CheckResponse, 'Whether the time is bookable; if not, the reason and alternatives', {
      optionalMeta: SEARCH_META,
      by: toCheckReply,
    }),
    {
      description: 'The same as POST /availability/check.',
      scope: 'availability:read',
      browser: 'visitors',
      narrowed: 'time',
    },
  )
  @Post('check-availability')
  check(@Body() body: CheckBody, @CurrentReach() reach?: Reach) {
    return this.slotCheck.check(body, undefined, reach);
  }

  private async find(
    { q, sort, include, ...query }: AppointmentListQuery,
    caller: Caller,
  ): Promise<Page<IncludingRow>> {
    const filters = { ...toFilters(query, this.config.businessTimeZone), reach: reachOf(caller) };
    const hides = caller.restrictions?.hide;
    const found = await this.pages.page({ filters, window: query, sort, q, hides });
    return this.views.page(found, include);
  }
}
