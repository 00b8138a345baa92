import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Roles } from '../../../people/auth/access';
import { ApiErrors } from '../../../platform/http/envelope/api-errors';
import { EventFilterQuery } from '../dto/event-filter.query';
import { ApiEventStream } from './api-event-stream';
import { EventStreams } from './event-streams';
import { LastEventId } from './last-event-id';

@ApiTags('Events')
@Controller('events/stream')
export class EventStreamController {
  constructor(private readonly streams: EventStreams) {}

  @Get()
  @Roles('admin')
  @ApiOperation({
    summary: 'Hear of what happens',
    description:
      'The events of GET `/events` as Server-Sent Events, each within a second after its commit: `id`, `event` (the type) and `data` (the event). The answer does not end. A comment every 15 seconds keeps the connection open. After an interruption, `Last-Event-ID` goes on where the reader was.',
  })
  @ApiEventStream()
  @ApiErrors('CURSOR_EXPIRED')
  read(
    @Query() filters: EventFilterQuery,
    @LastEventId() lastEventId: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.open(response, { filters, lastEventId });
  }
}
