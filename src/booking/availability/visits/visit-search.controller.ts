import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { VISIT_SEARCH_WEIGHT } from '../weights';
import { Operation } from '../../../people/auth/operation';
import { list } from '../../../platform/http/envelope/answers';
import { ClientGone } from '../../../platform/http/server/client-gone';
import { SEARCH_META } from '../dto/search.meta';
import { OfferedVisitResponse, VISIT_SEARCH_META, toVisitSearchReply } from './dto/offered-visit.response';
import { VisitSearchBody } from './dto/visit-search.dto';
import { toVisitSearchRequest } from './visit-search-request';
import { VisitFinder } from './visit-finder';

@ApiTags('Availability')
@Controller('availability')
export class VisitSearchController {
  constructor(private readonly visits: VisitFinder) {}

  @Operation(
    'any role',
    'Find visits of several services in a row',
    list(OfferedVisitResponse, 'The visits, in the order of time', {
      meta: VISIT_SEARCH_META,
      optionalMeta: SEARCH_META,
      by: toVisitSearchReply,
    }),
    {
      weighs: VISIT_SEARCH_WEIGHT,
      scope: 'availability:read',
      browser: 'visitors',
      description:
        'The earliest visits, one for each start on the grid of the first service. Each item after it starts at the end of the one before, or up to `maxGapMin` later, as early as it can. POST /visits accepts every visit of this list. Books and holds nothing.',
      narrowed: 'time',
    },
  )
  @Post('search')
  search(@Body() body: VisitSearchBody, @ClientGone() isGone: () => boolean) {
    return this.visits.find(toVisitSearchRequest(body), isGone);
  }
}
