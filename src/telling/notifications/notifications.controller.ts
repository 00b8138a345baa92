import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import { CurrentWrite } from '../../platform/http/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiBodyErrors, ApiErrors } from '../../platform/http/envelope/api-errors';
import type { Page } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/path-id';
import { NotificationListQuery } from './dto/notification-list.query';
import {
  NotificationResponse,
  QueuedNotificationResponse,
  toNotificationResponse,
  toQueuedNotificationResponse,
} from './dto/notification.response';
import { Notify } from './dto/notify.dto';
import { NotificationsQueries } from './notifications.queries';
import { NotificationsService } from './notifications.service';

@ApiTags('Appointments')
@Controller('appointments')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly queries: NotificationsQueries,
  ) {}

  @Post(':id/notify')
  @HttpCode(200)
  @AnyRole()
  @ApiOperation({
    summary: 'Send a message about an appointment',
    description:
      'Queues an e-mail to the customer, with a calendar entry. It is sent shortly after; its delivery is listed under `/appointments/{id}/notifications`. The body may be left out.',
  })
  @ApiBody({ type: Notify, required: false })
  @ApiData(QueuedNotificationResponse, { description: 'The queued message' })
  @ApiBodyErrors('NOT_FOUND', 'UNPROCESSABLE_ENTITY')
  async notify(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: Notify,
  ): Promise<QueuedNotificationResponse> {
    return toQueuedNotificationResponse(await this.notifications.request(context, id, body));
  }

  @Get(':id/notifications')
  @AnyRole()
  @ApiOperation({
    summary: 'List the messages about an appointment',
    description:
      'Newest first, with their delivery. A message that cannot be sent is tried again, less and less often, for about twelve hours. The messages about a deleted appointment can still be read.',
  })
  @ApiPage(NotificationResponse, 'A page of messages')
  @ApiErrors('NOT_FOUND', 'VALIDATION_ERROR')
  async list(
    @PathId() id: number,
    @Query() query: NotificationListQuery,
  ): Promise<Page<NotificationResponse>> {
    return (await this.queries.list(id, query)).map(toNotificationResponse);
  }
}
