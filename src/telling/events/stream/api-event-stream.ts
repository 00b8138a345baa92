import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { COUNTED } from '../../../platform/http/envelope/header-docs';
import { LAST_EVENT_ID } from './last-event-id';

/** Documents the stream of events. */
export function ApiEventStream(): MethodDecorator {
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

const EXAMPLE =
  ': open\nid: 41\n\nid: 42\nevent: appointment.booked\ndata: {"id":42,"type":"appointment.booked",…}\n\n';
