import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../auth/access';
import { ApiDataList } from '../common/envelope/api-data';
import { ApiErrors } from '../common/envelope/api-errors';
import { Reply } from '../common/envelope/envelope';
import { AvailabilityService } from './availability.service';
import { SlotsQuery } from './dto/slots.query';
import { SLOTS_META, type SlotsMeta, toSlotsMeta } from './dto/slots.meta';
import { SlotResponse, toSlotResponse } from './dto/slot.response';

@ApiTags('Availability')
@Controller('availability')
export class AvailabilityController {
  constructor(private readonly availability: AvailabilityService) {}

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
}
