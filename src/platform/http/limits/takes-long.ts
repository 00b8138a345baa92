import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../values/json-object';
import { type IdentifiedRequest, visitorOf } from '../identity';
import { nextParameter, wrapHandler } from '../wrapped-handler';
import { LongRequestLimit } from './long-request-limit';

/** Whether a body, which need not be valid, asks for what takes long. */
export type IsLong = (body: JsonObject) => boolean;

type Gate = (task: () => Promise<unknown>) => Promise<unknown>;

const LongRequest = createParamDecorator((isLong: IsLong, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<IdentifiedRequest>();
  return isJsonObject(request.body) && isLong(request.body) ? request : undefined;
});

/** A pipe, so that it gets its dependencies. */
@Injectable()
class LongRequestGate implements PipeTransform<IdentifiedRequest | undefined, Gate | undefined> {
  constructor(private readonly limit: LongRequestLimit) {}

  transform(request: IdentifiedRequest | undefined): Gate | undefined {
    return request && ((task) => this.limit.run(visitorOf(request), task));
  }
}

/**
 * Wraps a handler, around the transaction of an `Idempotency-Key`: no request waits for its turn with a connection in its hands. Its turn
 * lasts until the handler is done, also when the client has gone.
 */
export const takesLong =
  (isLong: IsLong): MethodDecorator =>
  (controller, name, descriptor) => {
    const index = nextParameter(controller, name);
    LongRequest(isLong, LongRequestGate)(controller, name, index);
    wrapHandler(
      descriptor,
      (handler) =>
        function (...args) {
          const gate = args[index] as Gate | undefined;
          const run = () => Promise.resolve(handler.apply(this, args));
          return gate === undefined ? handler.apply(this, args) : gate(run);
        },
    );
  };
