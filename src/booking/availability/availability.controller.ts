import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import { ApiData, ApiDataList, ApiNullableData } from '../../platform/http/envelope/api-data';
import { Reply, WrittenReply } from '../../platform/http/envelope/envelope';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { ClientGone } from '../../platform/http/server/client-gone';
import { AvailabilityViews } from './availability-views';
import { CheckBody } from './dto/check.dto';
import { CheckResponse, toCheckReply } from './dto/check.response';
import { CalendarResponse, DaySummaryResponse, toSummaryResponse, writeCalendar } from './dto/day.response';
import { NextAvailableQuery } from './dto/next-available.query';
import { CalendarQuery, RangeQuery } from './dto/range.query';
import { SlotsQuery } from './dto/slots.query';
import { SLOTS_META, type SlotsMeta, toSlotsMeta } from './dto/slots.meta';
import { SEARCH_META } from './dto/search.meta';
import { SlotResponse, toNextReply, toSlotResponse } from './dto/slot.response';
import { SUMMARY_META, type SummaryMeta, toSummaryMeta } from './dto/summary.meta';
import { NextAvailable } from './search/next-available';
import { SlotCheck } from './search/slot-check';

@ApiTags('Availability')
@Controller('availability')
export class AvailabilityController {
  constructor(
    private readonly views: AvailabilityViews,
    private readonly slotCheck: SlotCheck,
    private readonly nextAvailable: NextAvailable,
  ) {}

  @Get('slots')
  @AnyRole()
  @ApiOperation({
    summary: 'The slots of a date',
    description:
      'POST /appointments accepts every slot of this list. Never cached: the next answer no longer has a slot that was just taken.',
  })
  @ApiDataList(SlotResponse, { description: 'The slots, in time order', meta: SLOTS_META })
  async slots(@Query() query: SlotsQuery): Promise<Reply<SlotResponse[], SlotsMeta>> {
    const offered = await this.views.slots(query);
    return new Reply(offered.slots.map(toSlotResponse), toSlotsMeta(query, offered));
  }

  @Post('check')
  @AnyRole()
  @HttpCode(200)
  @IgnoresIdempotencyKey()
  @ApiOperation({
    summary: 'Check whether a time can be booked',
    description:
      'Takes any time, on the grid of the slots or not. Gives the verdict of POST /appointments, and with `excludeAppointmentId` that of PATCH, but books and holds nothing. A time that cannot be booked is a 200, too.',
  })
  @ApiData(CheckResponse, {
    description: 'Whether the time can be booked; if not, the reason and other slots',
    optionalMeta: SEARCH_META,
  })
  async check(@Body() body: CheckBody, @ClientGone() isGone: () => boolean) {
    return toCheckReply(await this.slotCheck.check(body, isGone));
  }

  @Get('summary')
  @AnyRole()
  @ApiOperation({
    summary: 'Count the slots of each date of a range',
    description: 'Of one provider, or of any. A range with too many starts to examine is a 422 of `to`.',
  })
  @ApiDataList(DaySummaryResponse, { description: 'Each date, in order', meta: SUMMARY_META })
  async summary(@Query() query: RangeQuery): Promise<Reply<DaySummaryResponse[], SummaryMeta>> {
    const offered = await this.views.days(query, query, Infinity);
    return new Reply(toSummaryResponse(offered), toSummaryMeta(query, offered));
  }

  @Get('calendar')
  @AnyRole()
  @ApiOperation({
    summary: 'The slots of each date of a month or a range',
    description:
      'Of one provider, or of any. Lists at most 5,000 slots: a range with more is a 422 of `to` (or `month`).',
  })
  @ApiData(CalendarResponse, { description: 'Each date with its slots, in order' })
  async calendar(@Query() query: CalendarQuery): Promise<WrittenReply> {
    return new WrittenReply(writeCalendar(await this.views.days(query, query)));
  }

  @Get('next-available')
  @AnyRole()
  @ApiOperation({
    summary: 'Find the next slot',
    description:
      'Of one provider, or of any. Searches as far ahead as the service can be booked, within a limit of work: `meta.searchedUntil` says where a search stopped early.',
  })
  @ApiNullableData(SlotResponse, {
    description: 'The slot, or null when there is none',
    optionalMeta: SEARCH_META,
  })
  async next(@Query() query: NextAvailableQuery, @ClientGone() isGone: () => boolean) {
    return toNextReply(await this.nextAvailable.find(query, isGone));
  }
}
