import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  UseFilters,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiErrors } from '../envelope/api-errors';
import { nextParameter, wrapHandler } from '../wrapped-handler';
import type { SecretMembers } from './answer-secrets';
import { IDEMPOTENCY_KEY } from './idempotency-key';
import { KeyedFaultFilter } from './keyed-fault.filter';
import { type Once, OncePerKey } from './once-per-key';

const IDEMPOTENCY = 'idempotency';

/** What a POST does with an `Idempotency-Key`. */
export type IdempotencyRule = 'honoured' | 'ignored';

const CurrentExchange = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp(),
);

/** Wraps a handler, which gets one parameter more: what runs it once. */
const runsOncePerKey =
  (secret?: SecretMembers): MethodDecorator =>
  (controller, name, descriptor) => {
    const index = nextParameter(controller, name);
    CurrentExchange(OncePerKey)(controller, name, index);
    wrapHandler(
      descriptor,
      (handler) =>
        function (...args) {
          const once = args[index] as Once | undefined;
          return once === undefined
            ? handler.apply(this, args)
            : once((joined) => handler.apply(this, [...joined]), args, secret);
        },
    );
  };

/** For a POST that writes: runs once for each `Idempotency-Key`. @param secret what its answer shows once: it is stored encrypted */
export const HonoursIdempotencyKey = (secret?: SecretMembers): MethodDecorator =>
  applyDecorators(
    SetMetadata<string, IdempotencyRule>(IDEMPOTENCY, 'honoured'),
    runsOncePerKey(secret),
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

/** The schema of `meta.withheld`, for operations whose answers show something once. */
export const WITHHELD = {
  withheld: {
    type: 'array',
    items: { type: 'string' },
    description:
      'Only in a replayed answer: the members of `data` that are null, because the secret that they showed has ended',
  },
} as const;

/** The same, for operations whose repeated answers never have the secret. */
export const WITHHELD_FOR_GOOD = {
  withheld: {
    ...WITHHELD.withheld,
    description:
      'Only in a replayed answer: the members that `data` does not have there, because they are shown once',
  },
} as const;

/** For a POST that only reads, and for the form of a page: sending it twice has the effect of sending it once. */
export const IgnoresIdempotencyKey = (): MethodDecorator =>
  SetMetadata<string, IdempotencyRule>(IDEMPOTENCY, 'ignored');

/** The rule of a handler. Every POST has one; a contract test checks that. */
export function idempotencyRuleOf(handler: object): IdempotencyRule | undefined {
  return Reflect.getMetadata(IDEMPOTENCY, handler) as IdempotencyRule | undefined;
}
