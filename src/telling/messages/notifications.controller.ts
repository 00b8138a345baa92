import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import type { Page } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/parameters/path-id';
import { NotificationListQuery } from './dto/notification-list.query';
import {
  NotificationResponse,
  QueuedNotificationResponse,
  toNotificationResponse,
  toQueuedNotificationResponse,
} from './dto/notification.response';
import { Notify } from './dto/notify.dto';
import { MessagesQueries } from './messages.queries';
import { MessagesService } from './messages.service';

@ApiTags('Appointments')
@Controller('appointments')
export class NotificationsController {
  constructor(
    private readonly messages: MessagesService,
    private readonly queries: MessagesQueries,
  ) {}

  @Post(':id/notify')
  @HonoursIdempotencyKey()
  @HttpCode(200)
  @AnyRole()
  @ApiOperation({
    summary: 'Send a message about an appointment',
    description:
      'Queues an e-mail to the customer, with a calendar entry. The service sends it shortly after; `/appointments/{id}/notifications` lists what became of it. The body is optional. Callers can ask for five messages about an appointment within an hour.',
  })
  @ApiBody({ type: Notify, required: false })
  @ApiData(QueuedNotificationResponse, { description: 'The queued message' })
  @ApiErrors('NO_ADDRESS', 'TOO_MANY_MESSAGES')
  async notify(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: Notify,
  ): Promise<QueuedNotificationResponse> {
    return toQueuedNotificationResponse(await this.messages.request(context, id, body));
  }

  @Get(':id/notifications')
  @AnyRole()
  @ApiOperation({
    summary: 'List the messages about an appointment',
    description:
      'Newest first, with the state of their delivery. The service tries a message that it could not send again for about twelve hours, less and less often. The messages about a deleted appointment stay readable.',
  })
  @ApiPage(NotificationResponse, 'A page of messages')
  async list(
    @PathId() id: number,
    @Query() query: NotificationListQuery,
  ): Promise<Page<NotificationResponse>> {
    return (await this.queries.list(id, query)).map(toNotificationResponse);
  }
}
