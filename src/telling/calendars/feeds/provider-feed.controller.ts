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
@Controller('providers/:id/feed')
export class ProviderFeedController {
  constructor(private readonly feeds: FeedsService) {}

  @Operation('admin|provider', 'Make the link to the calendar of a provider', MADE, {
    description: `${SUBSCRIBED} An earlier link of the provider ends. For another user’s link the role admin is needed. ${SHOWN_ONCE}`,
    secret: { secrets: ['url'], of: 'provider_feeds' },
    hiding: 'refused',
  })
  @Post()
  async make(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @CurrentCaller() caller: Caller,
    @ServiceUrl() serviceUrl: string,
  ) {
    return { ...(await this.feeds.make(context, { kind: 'provider', id }, caller)), serviceUrl };
  }

  @Operation('admin|provider', 'End the link to the calendar of a provider', ended('provider'), {
    description: 'A 404 when the provider has none. For another user’s link the role admin is needed.',
    hiding: 'refused',
  })
  @Delete()
  end(@CurrentWrite() context: WriteContext, @PathId() id: number, @CurrentCaller() caller: Caller) {
    return this.feeds.end(context, { kind: 'provider', id }, caller);
  }
}
