import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../people/auth/operation';
import { asReturned } from '../../../platform/http/envelope/answers';
import type { Response } from 'express';
import { EventFilterQuery } from '../dto/event-filter.query';
import { ApiEventStream } from './api-event-stream';
import { EventStreams } from './event-streams';
import { LastEventId } from './last-event-id';

@ApiTags('Events')
@Controller('events/stream')
export class EventStreamController {
  constructor(private readonly streams: EventStreams) {}

  @Operation('admin', 'Hear of what happens', asReturned(ApiEventStream()), {
    description:
      'The events of GET `/events` as Server-Sent Events, each within a second after its commit: `id`, `event` (the type) and `data` (the event). The answer does not end. A comment every 15 seconds keeps the connection open. After an interruption, `Last-Event-ID` goes on where the reader was.',
    refuses: ['CURSOR_EXPIRED'],
  })
  @Get()
  read(
    @Query() filters: EventFilterQuery,
    @LastEventId() lastEventId: number | undefined,
    @Res() response: Response,
  ) {
    return this.streams.open(response, { filters, lastEventId });
  }
}
