import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { changed, created, page, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { PathId } from '../../platform/http/parameters/path-id';
import { AppointmentResponse } from '../appointments/dto/appointment.dto';
import { WaitlistCreate, WaitlistEntryResponse } from './dto/waitlist-entry.dto';
import { WaitlistListQuery } from './dto/waitlist-list.query';
import { WaitlistQueries } from './waitlist.queries';
import { WaitlistService } from './waitlist.service';

@ApiTags('Waitlist')
@Controller('waitlist')
export class WaitlistController {
  constructor(
    private readonly waitlist: WaitlistService,
    private readonly queries: WaitlistQueries,
  ) {}

  @Operation('any role', 'List the waitlist', page(WaitlistEntryResponse, 'A page of entries'), {
    description: 'All entries; the longest waiting first.',
    narrowed: 'entries',
  })
  @Get()
  list(@Query() query: WaitlistListQuery, @CurrentReach() reach?: Reach) {
    return this.queries.page(query, reach);
  }

  @Operation('any role', 'Wait for a time', created(WaitlistEntryResponse, 'The new entry'), {
    description:
      'The customer is named as in a booking. A time that is free already is offered at once. A time that becomes free later is offered within seconds, to the entry that waits longest and fits: it is kept for WAITLIST_OFFER_MIN minutes, and the customer gets an e-mail. At most 20 open entries for each customer, apart from those that visitors of a page add.',
    refuses: ['TOO_MANY_ENTRIES'],
    scope: 'appointments:book',
    narrowed: 'time',
  })
  @Post()
  add(@CurrentWrite() context: WriteContext, @Body() body: WaitlistCreate) {
    return this.waitlist.add(context, body);
  }

  @Operation('any role', 'Read an entry of the waitlist', read(WaitlistEntryResponse, 'The entry'), {
    description: 'As it is at this moment: an offer that has expired is gone.',
    narrowed: 'entries',
  })
  @Get(':id')
  get(@PathId() id: number, @CurrentReach() reach?: Reach) {
    return this.queries.get(id, undefined, { reach });
  }

  @Operation(
    'any role',
    'Withdraw an entry of the waitlist',
    changed(WaitlistEntryResponse, 'The entry as it is now'),
    {
      description:
        'The entry stays readable as `withdrawn`; an offer goes to the next one. An entry that is booked or expired stays as it is.',
      narrowed: 'own',
    },
  )
  @Delete(':id')
  withdraw(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.waitlist.withdraw(context, id);
  }

  @Operation('any role', 'Book what is offered', created(AppointmentResponse, 'The booked appointment'), {
    description:
      'For the customer of the entry, with its notes. It is checked again, as a booking. It needs no body: `meta.ignored` names what is in one.',
    refuses: ['HOLD_EXPIRED', 'UNPROCESSABLE_ENTITY'],
    ifMatch: true,
    ignoresBody: true,
    narrowed: 'own',
  })
  @Post(':id/accept')
  accept(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.waitlist.accept(context, id);
  }

  @Operation(
    'any role',
    'Decline what is offered',
    changed(WaitlistEntryResponse, 'The entry, waiting again'),
    {
      description:
        'The next one in line is offered it; the entry waits on, and is not offered this time again. It needs no body: `meta.ignored` names what is in one.',
      refuses: ['HOLD_EXPIRED'],
      ignoresBody: true,
      narrowed: 'own',
    },
  )
  @Post(':id/decline')
  decline(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.waitlist.decline(context, id);
  }
}
