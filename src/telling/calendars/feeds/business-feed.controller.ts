import { Controller, Delete, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation } from '../../../people/auth/operation';
import type { WriteContext } from '../../../platform/database/write-context';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import type { Caller } from '../../../platform/http/identity';
import { ServiceUrl } from '../../../platform/http/server/service-url';
import { ended, MADE, SHOWN_ONCE, SUBSCRIBED } from './feed-answers';
import { FeedsService } from './feeds.service';
import { BUSINESS_ID } from './feeds.statements';

const BUSINESS = { kind: 'business', id: BUSINESS_ID } as const;

@ApiTags('Calendars')
@Controller('feed')
export class BusinessFeedController {
  constructor(private readonly feeds: FeedsService) {}

  @Operation('admin', 'Make the link to the calendar of the business', MADE, {
    description: `${SUBSCRIBED} It has all appointments. An earlier link of the business ends. ${SHOWN_ONCE}`,
    secret: { secrets: ['url'], of: 'business_feeds' },
    hiding: 'refused',
  })
  @Post()
  async make(
    @CurrentWrite() context: WriteContext,
    @CurrentCaller() caller: Caller,
    @ServiceUrl() serviceUrl: string,
  ) {
    return { ...(await this.feeds.make(context, BUSINESS, caller)), serviceUrl };
  }

  @Operation('admin', 'End the link to the calendar of the business', ended('business'), {
    description: 'A 404 when the business has none. The `id` of the answer is always 1.',
    refuses: ['NOT_FOUND'],
    hiding: 'refused',
  })
  @Delete()
  end(@CurrentWrite() context: WriteContext, @CurrentCaller() caller: Caller) {
    return this.feeds.end(context, BUSINESS, caller);
  }
}
