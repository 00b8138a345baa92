import { Controller, Delete, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation } from '../../../people/auth/operation';
import type { WriteContext } from '../../../platform/database/write-context';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import type { Caller } from '../../../platform/http/identity';
import { PathId } from '../../../platform/http/parameters/path-id';
import { ServiceUrl } from '../../../platform/http/server/service-url';
import { ended, MADE, SHOWN_ONCE, SUBSCRIBED } from './feed-answers';
import { FeedsService } from './feeds.service';

@ApiTags('Calendars')
@Controller('locations/:id/feed')
export class LocationFeedController {
  constructor(private readonly feeds: FeedsService) {}

  @Operation('admin', 'Make the link to the calendar of a location', MADE, {
    description: `${SUBSCRIBED} It has the appointments at the location, of all providers. An earlier link of the location ends. ${SHOWN_ONCE}`,
    secret: { secrets: ['url'], of: 'location_feeds' },
    hiding: 'refused',
  })
  @Post()
  async make(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @CurrentCaller() caller: Caller,
    @ServiceUrl() serviceUrl: string,
  ) {
    return { ...(await this.feeds.make(context, { kind: 'location', id }, caller)), serviceUrl };
  }

  @Operation('admin', 'End the link to the calendar of a location', ended('location'), {
    description: 'A 404 when the location has none.',
    hiding: 'refused',
  })
  @Delete()
  end(@CurrentWrite() context: WriteContext, @PathId() id: number, @CurrentCaller() caller: Caller) {
    return this.feeds.end(context, { kind: 'location', id }, caller);
  }
}
