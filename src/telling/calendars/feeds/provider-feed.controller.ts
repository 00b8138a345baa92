import { Controller, Delete, Get, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public, Roles } from '../../../people/auth/access';
import { Config } from '../../../platform/config/config';
import type { WriteContext } from '../../../platform/database/write-context';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import { ApiData } from '../../../platform/http/envelope/api-data';
import { DeletedResponse, toDeletedResponse } from '../../../platform/http/envelope/deleted.response';
import { HonoursIdempotencyKey } from '../../../platform/http/idempotency/idempotency-decorators';
import { PathId } from '../../../platform/http/parameters/path-id';
import { ServiceUrl } from '../../../platform/http/server/service-url';
import { ApiCalendar } from '../api-calendar';
import { CalendarsService } from '../calendars.service';
import { FeedResponse, toFeedResponse } from '../dto/feed.response';
import { FeedsService } from './feeds.service';
import { sendCalendar } from '../send-calendar';

@ApiTags('Calendars')
@Controller()
export class ProviderFeedController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly feeds: FeedsService,
    private readonly calendars: CalendarsService,
  ) {}

  @Post('providers/:id/feed')
  @HonoursIdempotencyKey()
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Make the link to the calendar of a provider',
    description:
      'Calendar programs subscribe to it. An earlier link of the provider ends. The answer shows the link once: the service stores only a hash of it.',
  })
  @ApiData(FeedResponse, { status: 201, description: 'The link' })
  async make(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @ServiceUrl() serviceUrl: string,
  ): Promise<FeedResponse> {
    return toFeedResponse(await this.feeds.make(context, id), serviceUrl, this.config.businessTimeZone);
  }

  @Delete('providers/:id/feed')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'End the link to the calendar of a provider',
    description: 'A 404 when the provider has none.',
  })
  @ApiData(DeletedResponse, { description: 'The provider whose link has ended' })
  async end(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.feeds.end(context, id);
    return toDeletedResponse(id);
  }

  @Get('feeds/:token.ics')
  @Public()
  @ApiOperation({
    summary: 'Read the calendar of a provider',
    description:
      'iCalendar (RFC 5545): the appointments of the last 90 days and all that are ahead, cancelled ones included, each with its service, its place and the name of the person who comes. The token in the link is the permission.',
  })
  @ApiParam({ name: 'token', schema: { type: 'string' }, description: 'The secret part of the link' })
  @ApiCalendar('The calendar')
  async read(@Param('token') token: string, @Res() response: Response): Promise<void> {
    await sendCalendar(response, await this.calendars.feed(token));
  }
}
