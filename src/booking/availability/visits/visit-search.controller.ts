import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../../people/auth/access';
import { ClientGone } from '../../../platform/http/server/client-gone';
import { ApiDataList } from '../../../platform/http/envelope/api-data';
import { IgnoresIdempotencyKey } from '../../../platform/http/idempotency/idempotency-decorators';
import { SEARCH_META } from '../dto/search.meta';
import { OfferedVisitResponse, toVisitSearchReply, VISIT_SEARCH_META } from './dto/offered-visit.response';
import { VisitSearchBody } from './dto/visit-search.dto';
import { toVisitSearchRequest } from './visit-search-request';
import { VisitFinder } from './visit-finder';

@ApiTags('Availability')
@Controller('availability')
export class VisitSearchController {
  constructor(private readonly visits: VisitFinder) {}

  @Post('search')
  @AnyRole()
  @HttpCode(200)
  @IgnoresIdempotencyKey()
  @ApiOperation({
    summary: 'Find visits of several services in a row',
    description:
      'The earliest visits, one for each start on the grid of the first service. Each item after it starts at the end of the one before, or up to `maxGapMin` later, as early as it can. POST /visits accepts every visit of this list. Books and holds nothing.',
  })
  @ApiDataList(OfferedVisitResponse, {
    description: 'The visits, in the order of time',
    meta: VISIT_SEARCH_META,
    optionalMeta: SEARCH_META,
  })
  async search(@Body() body: VisitSearchBody, @ClientGone() isGone: () => boolean) {
    return toVisitSearchReply(await this.visits.find(toVisitSearchRequest(body), isGone));
  }
}
