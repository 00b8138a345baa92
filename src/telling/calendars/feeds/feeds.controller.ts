import { Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, Operation } from '../../../people/auth/operation';
import type { WriteContext } from '../../../platform/database/write-context';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import { asReturned, data } from '../../../platform/http/envelope/answers';
import { DeletedResponse } from '../../../platform/http/envelope/deleted.response';
import { WITHHELD } from '../../../platform/http/idempotency/idempotency-decorators';
import type { Caller } from '../../../platform/http/identity';
import { PathId } from '../../../platform/http/parameters/path-id';
import { ServiceUrl } from '../../../platform/http/server/service-url';
import { ApiCalendar } from '../api-calendar';
import { CalendarsService } from '../calendars.service';
import { FeedResponse } from '../dto/feed.response';
import { sendCalendar } from '../send-calendar';
import { FeedsService } from './feeds.service';
import { BUSINESS_ID } from './feeds.statements';

/** What the operations on each kind of feed answer and say. */
const MADE = data(FeedResponse, 'The link', { status: 201, optionalMeta: WITHHELD });
const SUBSCRIBED = 'Calendar programs subscribe to it.';
const SHOWN_ONCE = 'The answer shows the link once: the service stores only a hash of it.';
const ended = (owner: string) => data(DeletedResponse, `The ${owner} whose link has ended`);

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

@ApiTags('Calendars')
@Controller('feeds/:token.ics')
export class FeedController {
  constructor(private readonly calendars: CalendarsService) {}

  @Operation('public', 'Read the calendar behind a link', asReturned(ApiCalendar('The calendar')), {
    description:
      'iCalendar (RFC 5545): the appointments of the last 90 days and those that are ahead, cancelled ones included, each with its service, its place and the name of the person who comes; where the feed is not that of a provider, the provider, too. The token in the link is the permission.',
  })
  @Get()
  @ApiParam({ name: 'token', schema: { type: 'string' }, description: 'The secret part of the link' })
  async read(@Param('token') token: string, @Res() response: Response) {
    await sendCalendar(response, await this.calendars.feed(token));
  }
}
