import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ValidationError } from '../../../platform/errors/errors';
import { plainNumber } from '../../../platform/http/validation/number-types';

export const LAST_EVENT_ID = 'Last-Event-ID';

/** Parameter decorator: the id in `Last-Event-ID`; undefined when the header is absent or empty. @throws ValidationError */
export const LastEventId = createParamDecorator((_: unknown, context: ExecutionContext) =>
  lastEventIdOf(context.switchToHttp().getRequest<Request>()),
);

function lastEventIdOf({ headers }: Request): number | undefined {
  const text = headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  const id = typeof text === 'string' ? plainNumber(text) : undefined;
  if (id === undefined) throw new ValidationError({ [LAST_EVENT_ID]: 'must be the id of an event' });
  return id;
}
