import { Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation } from '../../../people/auth/operation';
import { asReturned, data } from '../../../platform/http/envelope/answers';
import type { Response } from 'express';
import type { WriteContext } from '../../../platform/database/write-context';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import { DeletedResponse } from '../../../platform/http/envelope/deleted.response';
import { WITHHELD } from '../../../platform/http/idempotency/idempotency-decorators';
import type { Caller } from '../../../platform/http/identity';
import { PathId } from '../../../platform/http/parameters/path-id';
import { ServiceUrl } from '../../../platform/http/server/service-url';
import { ApiCalendar } from '../api-calendar';
import { CalendarsService } from '../calendars.service';
import { FeedResponse } from '../dto/feed.response';
import { FeedsService } from './feeds.service';
import { sendCalendar } from '../send-calendar';

@ApiTags('Calendars')
@Controller()
export class ProviderFeedController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly calendars: CalendarsService,
  ) {}

  @Operation(
    'admin|provider',
    'Make the link to the calendar of a provider',
    data(FeedResponse, 'The link', { status: 201, optionalMeta: WITHHELD }),
    {
      description:
        'Calendar programs subscribe to it. An earlier link of the provider ends. For another user’s link the role admin is needed. The answer shows the link once: the service stores only a hash of it.',
      secret: { secrets: ['url'], of: 'provider_feeds' },
      hiding: 'refused',
    },
  )
  @Post('providers/:id/feed')
  async make(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @CurrentCaller() caller: Caller,
    @ServiceUrl() serviceUrl: string,
  ) {
    return { ...(await this.feeds.make(context, id, caller)), serviceUrl };
  }

  @Operation(
    'admin|provider',
    'End the link to the calendar of a provider',
    data(DeletedResponse, 'The provider whose link has ended'),
    {
      description: 'A 404 when the provider has none. For another user’s link the role admin is needed.',
      hiding: 'refused',
    },
  )
  @Delete('providers/:id/feed')
  end(@CurrentWrite() context: WriteContext, @PathId() id: number, @CurrentCaller() caller: Caller) {
    return this.feeds.end(context, id, caller);
  }

  @Operation('public', 'Read the calendar of a provider', asReturned(ApiCalendar('The calendar')), {
    description:
      'iCalendar (RFC 5545): the appointments of the last 90 days and all that are ahead, cancelled ones included, each with its service, its place and the name of the person who comes. The token in the link is the permission.',
  })
  @Get('feeds/:token.ics')
  @ApiParam({ name: 'token', schema: { type: 'string' }, description: 'The secret part of the link' })
  async read(@Param('token') token: string, @Res() response: Response) {
    await sendCalendar(response, await this.calendars.feed(token));
  }
}
