import { Controller, Get, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { list } from '../../platform/http/envelope/answers';
import { DueMessageResponse } from '../messages/dto/notification.dto';
import { EventListQuery, EventResponse } from './dto/event.dto';
import type { Reply } from '../../platform/http/envelope/envelope';
import { type EventListMeta, EventsService } from './events.service';

@ApiTags('Events')
@ApiExtraModels(DueMessageResponse)
@Controller('events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Operation(
    'admin',
    'Read what has happened',
    list(EventResponse, 'Events, the oldest first', {
      meta: {
        next: {
          type: 'integer',
          format: 'int64',
          example: 1,
          description: 'The `after` of the next request',
        },
        hasMore: { type: 'boolean', example: false, description: 'Whether more events can be read at once' },
      },
      by: (reply: Reply<EventResponse[], EventListMeta>) => reply,
    }),
    {
      description:
        'Every change of every resource, in the order in which they were committed: none is missing, none is there twice. Read on with `after` set to `meta.next`. A change can be read within a second after it was answered.',
      refuses: ['CURSOR_EXPIRED'],
    },
  )
  @Get()
  list(@Query() query: EventListQuery) {
    return this.events.list(query);
  }
}
