import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation } from '../../people/auth/operation';
import { created, deleted, page, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { Caller } from '../../platform/http/identity';
import { reachOf } from '../../platform/restrictions';
import { PathUuid } from '../../platform/http/parameters/path-uuid';
import { HoldListQuery } from './dto/hold-list.query';
import { HoldCreate, HoldResponse, ReleasedResponse } from './dto/hold.dto';
import { shownTo } from '../diary/holds/hold-row';
import { HoldsQueries } from './holds.queries';
import { HoldsService } from './holds.service';

@ApiTags('Holds')
@Controller('holds')
export class HoldsController {
  constructor(
    private readonly holds: HoldsService,
    private readonly queries: HoldsQueries,
  ) {}

  @Operation('any role', 'List holds', page(HoldResponse, 'A page of holds'), {
    description: 'Those that live, of every key.',
    narrowed: 'own',
  })
  @Get()
  async list(@Query() query: HoldListQuery, @CurrentCaller() caller: Caller) {
    const found = await this.queries.page(query, reachOf(caller));
    return found.with(found.items.map((hold) => shownTo(caller, hold)));
  }

  @Operation('any role', 'Hold a time', created(HoldResponse), {
    description:
      'Keeps a time while a customer types: until it is booked with `holdId` of POST /appointments, released, or expires. Decided like a booking. At most 100 live holds for each API key, and 3 for each visitor of a page, which end with the key.',
    refuses: ['UNPROCESSABLE_ENTITY', 'TOO_MANY_HOLDS'],
    scope: 'appointments:book',
    narrowed: 'time',
  })
  @Post()
  async place(
    @CurrentWrite() context: WriteContext,
    @Body() body: HoldCreate,
    @CurrentCaller() caller: Caller,
  ) {
    return shownTo(caller, await this.holds.place(context, body));
  }

  @Operation('any role', 'Read a hold', read(HoldResponse), {
    description: 'One that has expired, or was used, is a 404.',
    narrowed: 'own',
  })
  @Get(':id')
  async get(@PathUuid() id: string | undefined, @CurrentCaller() caller: Caller) {
    return shownTo(caller, await this.queries.get(id, undefined, reachOf(caller)));
  }

  @Operation('any role', 'Release a hold', deleted(ReleasedResponse, 'What was released'), {
    description: 'Its time can be booked again.',
    scope: 'appointments:book',
    narrowed: 'own',
  })
  @Delete(':id')
  release(
    @CurrentWrite() context: WriteContext,
    @PathUuid() id: string | undefined,
    @CurrentCaller() caller: Caller,
  ) {
    return this.holds.release(context, id, caller);
  }
}
