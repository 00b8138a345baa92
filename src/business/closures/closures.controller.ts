import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { created, deleted, page } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import { PathId } from '../../platform/http/parameters/path-id';
import { ClosuresService } from './closures.service';
import { CONFLICTS_META, OverlappedAppointment } from '../periods/conflicts.meta';
import { ClosureListQuery, ClosureResponse, ClosureWrite, toNewClosureReply } from './dto/closure.dto';

@ApiTags('Closures')
@Controller('closures')
export class ClosuresController {
  constructor(private readonly closures: ClosuresService) {}

  @Operation('any role', 'List closures', page(ClosureResponse, 'A page of closures'), {
    description: 'By their start, those of the past included.',
    narrowed: 'catalogue',
  })
  @Get()
  list(@Query() query: ClosureListQuery) {
    return this.closures.list(query);
  }

  @Operation(
    'admin',
    'Close the business or a location for some time',
    created(ClosureResponse, 'The new closure', { meta: CONFLICTS_META, by: toNewClosureReply }),
    {
      description:
        'Nothing can be booked in it: nothing that happens at `locationId`, if it has one. Appointments in it stay; `meta.conflicts` lists them.',
    },
  )
  @Post()
  @ApiExtraModels(OverlappedAppointment)
  create(@CurrentWrite() context: WriteContext, @Body() body: ClosureWrite) {
    return this.closures.create(context, body);
  }

  @Operation('admin', 'Delete a closure', deleted(), { description: 'Its time can be booked again.' })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.closures.remove(context, id);
  }
}
