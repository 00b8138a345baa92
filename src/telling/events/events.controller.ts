import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../people/auth/access';
import { ApiDataList } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import type { Reply } from '../../platform/http/envelope/envelope';
import { EventListQuery } from './dto/event-list.query';
import { EventResponse } from './dto/event.response';
import { type EventListMeta, EventsService } from './events.service';

@ApiTags('Events')
@Controller('events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Roles('admin')
  @ApiOperation({
    summary: 'Read what has happened',
    description:
      'Every change of every resource, in the order in which they were committed: none is missing, none is there twice. Read on with `after` set to `meta.next`. A change can be read within a second after it was answered.',
  })
  @ApiDataList(EventResponse, {
    description: 'Events, the oldest first',
    meta: {
      next: { type: 'integer', format: 'int64', example: 1, description: 'The `after` of the next request' },
      hasMore: { type: 'boolean', example: false, description: 'Whether more events can be read at once' },
    },
  })
  @ApiErrors('CURSOR_EXPIRED')
  list(@Query() query: EventListQuery): Promise<Reply<EventResponse[], EventListMeta>> {
    return this.events.list(query);
  }
}
