import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { created, deleted, page, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { PathUuid } from '../../platform/http/parameters/path-uuid';
import { HoldCreate } from './dto/hold-create.dto';
import { HoldListQuery } from './dto/hold-list.query';
import { HoldResponse, ReleasedResponse } from './dto/hold.response';
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
  })
  @Get()
  list(@Query() query: HoldListQuery) {
    return this.queries.page(query);
  }

  @Operation('any role', 'Hold a time', created(HoldResponse), {
    description:
      'Keeps a time while a customer types: until it is booked with `holdId` of POST /appointments, released, or expires. Decided like a booking. At most 100 live holds for each API key.',
    refuses: ['UNPROCESSABLE_ENTITY', 'TOO_MANY_HOLDS'],
  })
  @Post()
  place(@CurrentWrite() context: WriteContext, @Body() body: HoldCreate) {
    return this.holds.place(context, body);
  }

  @Operation('any role', 'Read a hold', read(HoldResponse), {
    description: 'One that has expired, or was used, is a 404.',
  })
  @Get(':id')
  get(@PathUuid() id: string | undefined) {
    return this.queries.get(id);
  }

  @Operation('any role', 'Release a hold', deleted(ReleasedResponse, 'What was released'), {
    description: 'Its time can be booked again.',
  })
  @Delete(':id')
  release(@CurrentWrite() context: WriteContext, @PathUuid() id: string | undefined) {
    return this.holds.release(context, id);
  }
}
