import { applyDecorators, Controller, Get, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation } from '../../../people/auth/operation';
import { asReturned } from '../../../platform/http/envelope/answers';
import { COUNTED } from '../../../platform/http/envelope/header-docs';
import type { Response } from 'express';
import type { Caller } from '../../../platform/http/identity';
import { EventResponse, EventFilterQuery } from '../dto/event.dto';
import { EventStreams } from './event-streams';
import { LAST_EVENT_ID, LastEventId } from './last-event-id';

const EXAMPLE =
  ': open\nid: 41\n\nid: 42\nevent: appointment.booked\ndata: {"id":42,"type":"appointment.booked",…}\n\n';

@ApiTags('Events')
@Controller('events/stream')
export class EventStreamController {
  constructor(private readonly streams: EventStreams) {}

  @Operation('admin', 'Hear of what happens', asReturned(ApiEventStream(), EventResponse), {
    description:
      'The events of GET `/events` as Server-Sent Events, each within a second after its commit: `id`, `event` (the type) and `data` (the event). The answer does not end. A comment every 15 seconds keeps the connection open. After an interruption, `Last-Event-ID` goes on where the reader was.',
    refuses: ['CURSOR_EXPIRED'],
  })
  @Get()
  read(
    @Query() filters: EventFilterQuery,
    @LastEventId() lastEventId: number | undefined,
    @CurrentCaller() caller: Caller,
    @Res() response: Response,
  ) {
    return this.streams.open(response, { filters, lastEventId, caller });
  }
}

function ApiEventStream(): MethodDecorator {
  return applyDecorators(
    ApiResponse({
      status: 200,
      description: 'The events, as they happen',
      headers: COUNTED,
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
    ApiHeader({
      name: LAST_EVENT_ID,
      required: false,
      schema: { type: 'string', pattern: '^(0|[1-9][0-9]{0,15})?$' },
      description:
        'The id of the last event that the reader has. Without it, the stream begins with what happens next',
    }),
  );
}
