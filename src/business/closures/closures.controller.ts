import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { created, deleted, page } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import { PathId } from '../../platform/http/parameters/path-id';
import { ClosuresService } from './closures.service';
import {
  ABSENCE_LIMITS,
  AFFECTED_META,
  AffectedHoldResponse,
  AffectedResponse,
} from '../periods/affected.dto';
import { CONFLICTS_META, OverlappedAppointment, previewOfPeriod } from '../periods/conflicts.meta';
import {
  ClosureListQuery,
  ClosurePreview,
  ClosureResponse,
  ClosureWrite,
  toNewClosureReply,
} from './dto/closure.dto';

const PREVIEW = previewOfPeriod(ClosurePreview);

const NEW_CLOSURE = created(ClosureResponse, 'The new closure', {
  meta: CONFLICTS_META,
  optionalMeta: AFFECTED_META,
  preview: PREVIEW,
  by: toNewClosureReply,
});

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

  @Operation('admin', 'Close the business or a location for some time', NEW_CLOSURE, {
    description:
      'Nothing can be booked in it: nothing that happens at `locationId`, if it has one. Appointments in it stay, unless `appointments` says otherwise; `meta.conflicts` lists those that stay.',
    refuses: ['TOO_MANY_APPOINTMENTS'],
    ...ABSENCE_LIMITS,
    narrowed: 'place',
  })
  @Post()
  @ApiExtraModels(OverlappedAppointment, AffectedResponse, AffectedHoldResponse)
  create(@CurrentWrite() context: WriteContext, @Body() body: ClosureWrite) {
    return this.closures.create(context, body);
  }

  @Operation('admin', 'Delete a closure', deleted(), {
    description: 'Its time can be booked again.',
    narrowed: 'place',
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.closures.remove(context, id);
  }
}
