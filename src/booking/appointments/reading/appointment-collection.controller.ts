import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../../people/auth/access';
import { CheckBody } from '../../availability/dto/check.dto';
import { CheckResponse, toCheckReply } from '../../availability/dto/check.response';
import { SEARCH_META } from '../../availability/dto/search.meta';
import { SlotCheck } from '../../availability/search/slot-check';
import { ApiData, ApiPage } from '../../../platform/http/envelope/api-data';
import { type Page, Reply } from '../../../platform/http/envelope/envelope';
import { IgnoresIdempotencyKey } from '../../../platform/http/idempotency/idempotency-decorators';
import { Config } from '../../../platform/config/config';
import { AppointmentMapper } from '../appointment-mapper';
import { AppointmentPages } from './appointment-pages.queries';
import { AppointmentReports } from './appointment-reports.queries';
import {
  StatusCountsResponse,
  TOTAL_META,
  type TotalMeta,
  toStatusCounts,
  toTotalMeta,
} from './dto/appointment-counts.response';
import { AppointmentListQuery, AppointmentReportQuery, toFilters } from './dto/appointment-list.query';
import { AppointmentViews } from '../including/appointment-views';
import { IncludingAppointmentResponse } from '../including/dto/included.response';
import { AppointmentSummaryResponse, toAppointmentSummary } from './dto/appointment-summary.response';
import { FilterOptionsResponse, toFilterOptions } from './dto/filter-options.response';

/** Lists, searches and counts appointments. Its paths must be registered before `appointments/{id}`. */
@ApiTags('Appointments')
@Controller('appointments')
export class AppointmentCollectionController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly pages: AppointmentPages,
    private readonly reports: AppointmentReports,
    private readonly mapper: AppointmentMapper,
    private readonly views: AppointmentViews,
    private readonly slotCheck: SlotCheck,
  ) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List appointments' })
  @ApiPage(IncludingAppointmentResponse, 'A page of appointments')
  async list(@Query() query: AppointmentListQuery): Promise<Page<IncludingAppointmentResponse>> {
    return this.find(query);
  }

  @Get('search')
  @AnyRole()
  @ApiOperation({
    summary: 'Search appointments',
    description: 'Every word of `q` must be found, in upper or lower case. Without `q` this is the list.',
  })
  @ApiPage(IncludingAppointmentResponse, 'A page of the matching appointments')
  async search(@Query() query: AppointmentListQuery): Promise<Page<IncludingAppointmentResponse>> {
    return this.find(query);
  }

  @Get('counts')
  @AnyRole()
  @ApiOperation({ summary: 'Count appointments by status' })
  @ApiData(StatusCountsResponse, {
    description: 'The number of appointments with each status',
    meta: TOTAL_META,
  })
  async counts(@Query() query: AppointmentReportQuery): Promise<Reply<StatusCountsResponse, TotalMeta>> {
    const counts = await this.reports.counts(toFilters(query, this.config.businessTimeZone));
    return new Reply(toStatusCounts(counts), toTotalMeta(counts));
  }

  @Get('summary')
  @AnyRole()
  @ApiOperation({ summary: 'Summarise appointments' })
  @ApiData(AppointmentSummaryResponse, {
    description: 'Numbers, revenue, and the next appointment',
  })
  async summary(@Query() query: AppointmentReportQuery): Promise<AppointmentSummaryResponse> {
    const filters = toFilters(query, this.config.businessTimeZone);
    const [tallies, next] = await Promise.all([
      this.reports.totalsByState(filters),
      this.reports.next(filters),
    ]);
    return toAppointmentSummary(tallies, next && this.mapper.toResponse(next));
  }

  @Get('filters')
  @AnyRole()
  @ApiOperation({ summary: 'List the values of the filters' })
  @ApiData(FilterOptionsResponse, { description: 'The values that filter a list of appointments' })
  async filters(): Promise<FilterOptionsResponse> {
    return toFilterOptions(await this.reports.options());
  }

  @Post('check-availability')
  @AnyRole()
  @HttpCode(200)
  @IgnoresIdempotencyKey()
  @ApiOperation({
    summary: 'Check whether a time can be booked',
    description: 'The same as POST /availability/check.',
  })
  @ApiData(CheckResponse, {
    description: 'Whether the time is bookable; if not, the reason and alternatives',
    optionalMeta: SEARCH_META,
  })
  async check(@Body() body: CheckBody) {
    return toCheckReply(await this.slotCheck.check(body));
  }

  private async find({
    q,
    sort,
    include,
    ...query
  }: AppointmentListQuery): Promise<Page<IncludingAppointmentResponse>> {
    const filters = toFilters(query, this.config.businessTimeZone);
    const found = await this.pages.page({ filters, window: query, sort, q });
    return this.views.page(found, include);
  }
}
