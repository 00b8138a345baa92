import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import { ApiData, ApiDataList, ApiNullableData } from '../../platform/http/envelope/api-data';
import { ApiBodyErrors, ApiErrors } from '../../platform/http/envelope/api-errors';
import { Reply } from '../../platform/http/envelope/envelope';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { AvailabilityService } from './availability.service';
import { CheckBody } from './dto/check.dto';
import { CheckResponse, toCheckResponse } from './dto/check.response';
import {
  CalendarResponse,
  DaySummaryResponse,
  toCalendarResponse,
  toSummaryResponse,
} from './dto/day.response';
import { NextAvailableQuery } from './dto/next-available.query';
import { CalendarQuery, RangeQuery } from './dto/range.query';
import { SlotsQuery } from './dto/slots.query';
import { SLOTS_META, type SlotsMeta, toSlotsMeta } from './dto/slots.meta';
import { SlotResponse, toNextResponse, toSlotResponse } from './dto/slot.response';
import { SUMMARY_META, type SummaryMeta, toSummaryMeta } from './dto/summary.meta';
import { NextAvailable } from './next-available';
import { SlotCheck } from './slot-check';

@ApiTags('Availability')
@Controller('availability')
export class AvailabilityController {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly slotCheck: SlotCheck,
    private readonly nextAvailable: NextAvailable,
  ) {}

  @Get('slots')
  @AnyRole()
  @ApiOperation({
    summary: 'The slots of a date',
    description:
      'What is offered here, POST /appointments accepts. Never cached: a slot that was just taken is gone from the next answer.',
  })
  @ApiDataList(SlotResponse, { description: 'The slots, in time order', meta: SLOTS_META })
  @ApiErrors('VALIDATION_ERROR')
  async slots(@Query() query: SlotsQuery): Promise<Reply<SlotResponse[], SlotsMeta>> {
    const offered = await this.availability.slots(query);
    return new Reply(offered.slots.map(toSlotResponse), toSlotsMeta(query, offered));
  }

  @Post('check')
  @AnyRole()
  @HttpCode(200)
  @IgnoresIdempotencyKey()
  @ApiOperation({
    summary: 'Check whether a time can be booked',
    description:
      'Any time, on the grid of the slots or not. The answer is that of POST /appointments, and of PATCH with `excludeAppointmentId`; nothing is booked or held. A time that cannot be had is a 200, too.',
  })
  @ApiData(CheckResponse, { description: 'Whether it can be booked; if not, why, and what can' })
  @ApiBodyErrors()
  async check(@Body() body: CheckBody): Promise<CheckResponse> {
    return toCheckResponse(await this.slotCheck.check(body));
  }

  @Get('summary')
  @AnyRole()
  @ApiOperation({ summary: 'Count the slots of each date of a range' })
  @ApiDataList(DaySummaryResponse, { description: 'Each date, in order', meta: SUMMARY_META })
  @ApiErrors('VALIDATION_ERROR')
  async summary(@Query() query: RangeQuery): Promise<Reply<DaySummaryResponse[], SummaryMeta>> {
    const offered = await this.availability.days(query, query);
    return new Reply(toSummaryResponse(offered), toSummaryMeta(query, offered));
  }

  @Get('calendar')
  @AnyRole()
  @ApiOperation({ summary: 'The slots of each date of a month or a range' })
  @ApiData(CalendarResponse, { description: 'Each date with its slots, in order' })
  @ApiErrors('VALIDATION_ERROR')
  async calendar(@Query() query: CalendarQuery): Promise<CalendarResponse> {
    return toCalendarResponse(await this.availability.days(query, query));
  }

  @Get('next-available')
  @AnyRole()
  @ApiOperation({
    summary: 'Find the next slot',
    description: 'Of a provider, or of any. Searches as far ahead as the service can be booked.',
  })
  @ApiNullableData(SlotResponse, { description: 'The slot, or null when there is none' })
  @ApiErrors('VALIDATION_ERROR')
  async next(@Query() query: NextAvailableQuery): Promise<SlotResponse | null> {
    return toNextResponse(await this.nextAvailable.find(query));
  }
}
