import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { TAGGED } from '../../platform/http/envelope/header-docs';

/** Documents a GET of an iCalendar object, and the 304 for a caller that has it already. */
export function ApiCalendar(description: string): MethodDecorator {
  return applyDecorators(
    ApiResponse({
      status: 200,
      description,
      headers: TAGGED,
      content: { 'text/calendar': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
    ApiResponse({
      status: 304,
      description: 'The calendar has not changed: `If-None-Match` names its tag',
      headers: TAGGED,
    }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'An `ETag`: while the calendar has it, the answer is a 304 without a body',
    }),
  );
}

const EXAMPLE = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n';
