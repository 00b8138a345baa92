import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  UseFilters,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiErrors } from '../envelope/api-errors';
import { IDEMPOTENCY_KEY } from './idempotency-key';
import { KeyedFaultFilter } from './keyed-fault.filter';
import { type Once, OncePerKey } from './once-per-key';

const IDEMPOTENCY = 'idempotency';

/** What a POST does with an `Idempotency-Key`. */
export type IdempotencyRule = 'honoured' | 'ignored';

type Handler = (this: unknown, ...args: unknown[]) => unknown;

const CurrentExchange = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp(),
);

/** Wraps a handler, which gets one parameter more: what runs it once. */
const RunsOncePerKey: MethodDecorator = (controller, name, descriptor) => {
  // Nest decorates methods; TypeScript notes the types of their parameters before their decorators run.
  const handler = descriptor.value as Handler;
  const { length } = Reflect.getMetadata('design:paramtypes', controller, name) as readonly unknown[];
  CurrentExchange(OncePerKey)(controller, name, length);
  const wrapper: Handler = function (...args) {
    const once = args[length] as Once | undefined;
    return once === undefined
      ? handler.apply(this, args)
      : once((joined) => handler.apply(this, [...joined]), args);
  };
  // Its name, and what the decorators below have noted of it, are those of the handler.
  Object.defineProperty(wrapper, 'name', { value: handler.name });
  for (const key of Reflect.getMetadataKeys(handler) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), wrapper);
  Object.assign(descriptor, { value: wrapper });
};

/** For a POST that writes: runs once for each `Idempotency-Key`, and documents the header. */
export const HonoursIdempotencyKey = (): MethodDecorator =>
  applyDecorators(
    SetMetadata<string, IdempotencyRule>(IDEMPOTENCY, 'honoured'),
    RunsOncePerKey,
    UseFilters(KeyedFaultFilter),
    ApiHeader({
      name: IDEMPOTENCY_KEY,
      required: false,
      description:
        'Any 1 to 255 visible ASCII characters, such as a UUID. The service performs the request once. When you send it again within 24 hours with the same body, you get the first answer again; with another body, a 422. Kept are successes, 404 and 422. After any other error nothing is kept, and the request may be sent again.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    }),
    ApiErrors('VALIDATION_ERROR', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'),
  );

/** For a POST that only reads: sending it twice has the effect of sending it once. */
export const IgnoresIdempotencyKey = (): MethodDecorator =>
  SetMetadata<string, IdempotencyRule>(IDEMPOTENCY, 'ignored');

/** The rule of a handler. Every POST has one; a contract test checks that. */
export function idempotencyRuleOf(handler: object): IdempotencyRule | undefined {
  return Reflect.getMetadata(IDEMPOTENCY, handler) as IdempotencyRule | undefined;
}
