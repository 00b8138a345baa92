import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Weight } from '../../platform/http/limits/weight';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { changed, created, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { PathId } from '../../platform/http/parameters/path-id';
import { isJsonObject } from '../../platform/values/json-object';
import { VisitCreate, VisitPatch } from './dto/visit-write.dto';
import { VisitResponse } from './dto/visit.response';
import { VisitChanges } from './visit-changes';
import { VisitsQueries } from './visits.queries';
import { VisitsService } from './visits.service';

/** A refused visit searches alternatives. */
const VISIT_WEIGHT: Weight = {
  least: 1,
  most: 30,
  rule: 'one for each item, three where it names no provider',
  of: ({ items }) =>
    Array.isArray(items) ? items.reduce((sum: number, item) => sum + weightOf(item), 0) : 1,
  isOfBody: true,
};

@ApiTags('Visits')
@Controller('visits')
export class VisitsController {
  constructor(
    private readonly visits: VisitsService,
    private readonly changes: VisitChanges,
    private readonly queries: VisitsQueries,
  ) {}

  @Operation('any role', 'Book a visit', created(VisitResponse), {
    weighs: VISIT_WEIGHT,
    long: () => true,
    books: (body: Partial<VisitCreate>) => body.items?.length ?? 1,
    description:
      'Books several services in a row, all of them or none: the visit that POST /availability/search offers at this start, or would offer if the start were on the grid.',
    refuses: ['VISIT_REFUSED', 'BROWSER_LIMIT'],
    scope: 'appointments:book',
    narrowed: 'time',
  })
  @Post()
  book(@CurrentWrite() context: WriteContext, @Body() body: VisitCreate) {
    return this.visits.book(context, body);
  }

  @Operation('any role', 'Read a visit', read(VisitResponse, 'The visit with its appointments'), {
    description: 'One whose appointments were all removed is a 404.',
    narrowed: 'whole',
  })
  @Get(':id')
  get(@PathId() id: number, @CurrentReach() reach?: Reach) {
    return this.queries.get(id, undefined, reach);
  }

  @Operation(
    'any role',
    'Move or cancel a visit',
    changed(VisitResponse, 'The visit with all its appointments'),
    {
      weighs: VISIT_WEIGHT,
      long: () => true,
      description:
        'Changes its appointments that start from now on and are pending or confirmed: all of them, or none. The others stay as they are.',
      refuses: ['VISIT_REFUSED'],
      narrowed: 'time',
    },
  )
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: VisitPatch) {
    return this.changes.change(context, id, body);
  }
}

function weightOf(item: unknown): number {
  return isJsonObject(item) && item['providerId'] !== undefined ? 1 : 3;
}
