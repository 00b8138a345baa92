import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { data, page } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { PathId } from '../../platform/http/parameters/path-id';
import {
  NotificationListQuery,
  NotificationResponse,
  QueuedNotificationResponse,
  toQueuedNotificationResponse,
  Notify,
} from './dto/notification.dto';
import { MessagesQueries } from './messages.queries';
import { MessagesService } from './messages.service';

@ApiTags('Appointments')
@Controller('appointments')
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly queries: MessagesQueries,
  ) {}

  @Operation(
    'any role',
    'Send a message about an appointment',
    data(QueuedNotificationResponse, 'The queued message', { by: toQueuedNotificationResponse }),
    {
      description:
        'Queues an e-mail to the customer, with a calendar entry. The service sends it shortly after; `/appointments/{id}/notifications` lists what became of it. The body is optional. Callers can ask for five messages about an appointment within an hour.',
      refuses: ['NO_ADDRESS', 'TOO_MANY_MESSAGES'],
      narrowed: 'own',
    },
  )
  @Post(':id/notify')
  @ApiBody({ type: Notify, required: false })
  notify(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: Notify) {
    return this.messages.request(context, id, body);
  }

  @Operation(
    'any role',
    'List the messages about an appointment',
    page(NotificationResponse, 'A page of messages'),
    {
      narrowed: 'own',
      description:
        'Newest first, with the state of their delivery. The service tries a message that it could not send again for about twelve hours, less and less often. The messages about a deleted appointment stay readable.',
    },
  )
  @Get(':id/notifications')
  list(@PathId() id: number, @Query() query: NotificationListQuery, @CurrentReach() reach?: Reach) {
    return this.queries.list(id, query, reach);
  }
}
