import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { data, list } from '../../platform/http/envelope/answers';
import { SlotResponse, toSlotResponse } from '../availability/dto/slot.response';
import type { ListedSlot } from '../diary/slots/listed-slot';
import {
  ManagedAnswers,
  ManagedCancellation,
  ManagedMove,
  ManagedOfferAnswer,
  ManagedSlotsQuery,
} from './dto/manage-bodies.dto';
import { ManagedResponse } from './dto/managed.response';
import { ManageService } from './manage.service';

const SHOWN = data(ManagedResponse, 'What the link is about, as it is now');
const SLOTS = list(SlotResponse, 'The slots in the order of time', {
  by: (slots: readonly ListedSlot[]) => slots.map(toSlotResponse),
});
/** 92 dates of one provider take about 50 ms, and 200 occurrences of a series are changed one after the other. */
const HEAVY = { least: 5, most: 5 };

@ApiTags('Manage')
@ApiParam({ name: 'token', schema: { type: 'string' }, description: 'The secret part of the link' })
@Controller('manage/:token')
export class ManageController {
  constructor(private readonly manage: ManageService) {}

  @Operation('public', 'Read what a link is about', SHOWN, {
    description:
      'The link of a customer (`manageUrl`) needs no key: its token is the permission. A link that was ended, whose appointment is over or whose customer was erased is a 404, as one that never was. Nothing is told of the customer but the answers.',
  })
  @Get()
  get(@Param('token') token: string) {
    return this.manage.get(token);
  }

  @Operation('public', 'List the times to which an appointment can be moved', SLOTS, {
    description:
      'With its service, provider and place. Of a visit, the first appointments of the visits that can be had, at most 200. Empty while it cannot be moved.',
  })
  @Get('slots')
  slots(@Param('token') token: string, @Query() query: ManagedSlotsQuery) {
    return this.manage.slots(token, query);
  }

  @Operation('public', 'Cancel by a link', SHOWN, {
    description:
      'An appointment or a visit as a whole; of a series each occurrence that its policy allows. What is cancelled already stays as it is.',
    refuses: ['TOO_LATE', 'NOT_POSSIBLE'],
    weighs: HEAVY,
  })
  @Post('cancel')
  cancel(
    @CurrentWrite() context: WriteContext,
    @Param('token') token: string,
    @Body() body: ManagedCancellation,
  ) {
    return this.manage.cancel(context, token, body);
  }

  @Operation('public', 'Move by a link', SHOWN, {
    description:
      'An appointment, or a visit as a whole. The new time is checked like a booking, notice and horizon included. A series cannot be moved as a whole; an occurrence can, by its own link.',
    refuses: ['UNPROCESSABLE_ENTITY', 'VISIT_REFUSED', 'TOO_LATE', 'NOT_POSSIBLE'],
  })
  @Post('move')
  move(@CurrentWrite() context: WriteContext, @Param('token') token: string, @Body() body: ManagedMove) {
    return this.manage.move(context, token, body);
  }

  @Operation('public', 'Accept an offer by a link', SHOWN, {
    description:
      'Of an entry of the waitlist. The time is checked again, like a booking. One that is booked already stays as it is.',
    refuses: ['HOLD_EXPIRED', 'UNPROCESSABLE_ENTITY', 'NOT_POSSIBLE'],
  })
  @Post('accept')
  accept(
    @CurrentWrite() context: WriteContext,
    @Param('token') token: string,
    @Body() body: ManagedOfferAnswer,
  ) {
    return this.manage.accept(context, token, body);
  }

  @Operation('public', 'Decline an offer by a link', SHOWN, {
    description: 'The entry waits on. One without an offer stays as it is.',
    refuses: ['HOLD_EXPIRED', 'NOT_POSSIBLE'],
  })
  @Post('decline')
  decline(
    @CurrentWrite() context: WriteContext,
    @Param('token') token: string,
    @Body() body: ManagedOfferAnswer,
  ) {
    return this.manage.decline(context, token, body);
  }

  @Operation('public', 'Answer the questions by a link', SHOWN, {
    description:
      'Of all appointments to come whose services ask them. Answers that are left out stay; `null` takes one away, unless the question is required.',
    refuses: ['NOT_POSSIBLE'],
    weighs: HEAVY,
  })
  @Patch()
  answer(@CurrentWrite() context: WriteContext, @Param('token') token: string, @Body() body: ManagedAnswers) {
    return this.manage.answer(context, token, body);
  }
}
