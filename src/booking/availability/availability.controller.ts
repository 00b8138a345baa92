import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NEXT_WEIGHT, RANGE_WEIGHT } from './weights';
import { CurrentReach, Operation } from '../../people/auth/operation';
import type { Reach } from '../../platform/restrictions';
import { data, list, nullableData } from '../../platform/http/envelope/answers';
import { ClientGone } from '../../platform/http/server/client-gone';
import { AvailabilityViews } from './availability-views';
import { CheckBody } from './dto/check.dto';
import { CheckResponse, toCheckReply } from './dto/check.response';
import { CalendarResponse, DaySummaryResponse, toCalendarReply } from './dto/day.response';
import { NextAvailableQuery } from './dto/next-available.query';
import { CalendarQuery, RangeQuery } from './dto/range.query';
import { SlotsQuery } from './dto/slots.query';
import { SLOTS_META, toSlotsReply } from './dto/slots.meta';
import { SEARCH_META } from './dto/search.meta';
import { SlotResponse, toNextReply } from './dto/slot.response';
import { SUMMARY_META, toSummaryReply } from './dto/summary.meta';
import { NextAvailable } from './search/next-available';
import { SlotCheck } from './slot-check';

@ApiTags('Availability')
@Controller('availability')
export class AvailabilityController {
  constructor(
    private readonly views: AvailabilityViews,
    private readonly slotCheck: SlotCheck,
    private readonly nextAvailable: NextAvailable,
  ) {}

  @Operation(
    'any role',
    'The slots of a date',
    list(SlotResponse, 'The slots, in time order', { meta: SLOTS_META, by: toSlotsReply }),
    {
      description:
        'POST /appointments accepts every slot of this list. Never cached: the next answer no longer has a slot that was just taken.',
      browser: 'visitors',
      narrowed: 'time',
    },
  )
  @Get('slots')
  slots(@Query() query: SlotsQuery) {
    return this.views.slots(query);
  }

  @Operation(
    'any role',
    'Check whether a time can be booked',
    data(CheckResponse, 'Whether the time can be booked; if not, the reason and other slots', {
      optionalMeta: SEARCH_META,
      by: toCheckReply,
    }),
    {
      description:
        'Takes any time, on the grid of the slots or not. Gives the verdict of POST /appointments, and with `excludeAppointmentId` that of PATCH, but books and holds nothing. A time that cannot be booked is a 200, too.',
      scope: 'availability:read',
      browser: 'visitors',
      narrowed: 'time',
    },
  )
  @Post('check')
  check(@Body() body: CheckBody, @ClientGone() isGone: () => boolean, @CurrentReach() reach?: Reach) {
    return this.slotCheck.check(body, isGone, reach);
  }

  @Operation(
    'any role',
    'Count the slots of each date of a range',
    list(DaySummaryResponse, 'Each date, in order', { meta: SUMMARY_META, by: toSummaryReply }),
    {
      weighs: RANGE_WEIGHT,
      description: 'Of one provider, or of any. A range with too many starts to examine is a 422 of `to`.',
      browser: 'visitors',
      narrowed: 'time',
    },
  )
  @Get('summary')
  summary(@Query() query: RangeQuery) {
    return this.views.days(query, query, Infinity);
  }

  @Operation(
    'any role',
    'The slots of each date of a month or a range',
    data(CalendarResponse, 'Each date with its slots, in order', { by: toCalendarReply }),
    {
      weighs: RANGE_WEIGHT,
      description:
        'Of one provider, or of any. Lists at most 5,000 slots: a range with more is a 422 of `to` (or `month`).',
      browser: 'visitors',
      narrowed: 'time',
    },
  )
  @Get('calendar')
  calendar(@Query() query: CalendarQuery) {
    return this.views.days(query, query);
  }

  @Operation(
    'any role',
    'Find the next slot',
    nullableData(SlotResponse, 'The slot, or null when there is none', {
      optionalMeta: SEARCH_META,
      by: toNextReply,
    }),
    {
      weighs: NEXT_WEIGHT,
      description:
        'Of one provider, or of any. Searches as far ahead as the service can be booked, within a limit of work: `meta.searchedUntil` says where a search stopped early.',
      browser: 'visitors',
      narrowed: 'time',
    },
  )
  @Get('next-available')
  next(@Query() query: NextAvailableQuery, @ClientGone() isGone: () => boolean) {
    return this.nextAvailable.find(query, isGone);
  }
}
