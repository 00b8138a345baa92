import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { created, deleted, page } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { PathId } from '../../platform/http/parameters/path-id';
import {
  ABSENCE_LIMITS,
  AFFECTED_META,
  AffectedHoldResponse,
  AffectedResponse,
} from '../periods/affected.dto';
import { CONFLICTS_META, OverlappedAppointment, previewOfPeriod } from '../periods/conflicts.meta';
import { PeriodListQuery } from '../periods/period-list.query';
import {
  TimeOffPreview,
  TimeOffResponse,
  TimeOffWrite,
  toNewTimeOffReply,
  toTimeOffPage,
} from './dto/time-off.dto';
import { TimeOffService } from './time-off.service';

const TIME_OFF = page(TimeOffResponse, 'A page of time off', { by: toTimeOffPage });

const PREVIEW = previewOfPeriod(TimeOffPreview);

const NEW_TIME_OFF = created(TimeOffResponse, 'The new time off', {
  meta: CONFLICTS_META,
  optionalMeta: AFFECTED_META,
  preview: PREVIEW,
  by: toNewTimeOffReply,
});

@ApiTags('Providers')
@Controller('providers/:id/time-off')
export class TimeOffController {
  constructor(private readonly timeOff: TimeOffService) {}

  @Operation('any role', 'List the time off of a provider', TIME_OFF, {
    description: 'By its start, what is past included.',
    narrowed: 'staff',
  })
  @Get()
  list(@PathId() providerId: number, @Query() query: PeriodListQuery, @CurrentReach() reach?: Reach) {
    return this.timeOff.list({ providerId }, query, reach);
  }

  @Operation('admin|provider', 'Give a provider time off', NEW_TIME_OFF, {
    description:
      'Nothing can be booked in it. Appointments in it stay, unless `appointments` says otherwise; `meta.conflicts` lists those that stay.',
    refuses: ['TOO_MANY_APPOINTMENTS'],
    ...ABSENCE_LIMITS,
    narrowed: 'staff',
  })
  @Post()
  @ApiExtraModels(OverlappedAppointment, AffectedResponse, AffectedHoldResponse)
  create(@CurrentWrite() context: WriteContext, @PathId() providerId: number, @Body() body: TimeOffWrite) {
    return this.timeOff.create(context, { providerId }, body);
  }

  @Operation('admin|provider', 'Delete time off', deleted(), {
    description: 'Its time can be booked again.',
    narrowed: 'staff',
  })
  @Delete(':timeOffId')
  remove(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @PathId('timeOffId') timeOffId: number,
  ) {
    return this.timeOff.remove(context, { providerId }, timeOffId);
  }
}

@ApiTags('Resources')
@Controller('resources/:id/time-off')
export class ResourceTimeOffController {
  constructor(private readonly timeOff: TimeOffService) {}

  @Operation('any role', 'List the time off of a resource', TIME_OFF, {
    description: 'By its start, what is past included.',
    narrowed: 'catalogue',
  })
  @Get()
  list(@PathId() resourceId: number, @Query() query: PeriodListQuery) {
    return this.timeOff.list({ resourceId }, query);
  }

  @Operation('admin|provider', 'Give a resource time off', NEW_TIME_OFF, {
    description:
      'Such as its maintenance. Appointments in it stay, unless `appointments` says otherwise; `meta.conflicts` lists those that stay.',
    refuses: ['TOO_MANY_APPOINTMENTS'],
    ...ABSENCE_LIMITS,
  })
  @Post()
  @ApiExtraModels(OverlappedAppointment, AffectedResponse, AffectedHoldResponse)
  create(@CurrentWrite() context: WriteContext, @PathId() resourceId: number, @Body() body: TimeOffWrite) {
    return this.timeOff.create(context, { resourceId }, body);
  }

  @Operation('admin|provider', 'Delete time off of a resource', deleted(), {
    description: 'It can be used again.',
  })
  @Delete(':timeOffId')
  remove(
    @CurrentWrite() context: WriteContext,
    @PathId() resourceId: number,
    @PathId('timeOffId') timeOffId: number,
  ) {
    return this.timeOff.remove(context, { resourceId }, timeOffId);
  }
}
