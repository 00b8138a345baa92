import { type Handler, wrapHandler } from '../wrapped-handler';

/** Makes the reply of an operation (`envelope.ts`) of what its handler returns. @param zone of the business @param hasKey whether more is shown than what is public */
export type Show<Result> = (result: Result, zone: string, hasKey: boolean) => unknown;

/** What a handler has returned, which its operation has not shown yet. */
class HandlerResult {
  constructor(
    readonly value: unknown,
    readonly show: Show<unknown>,
  ) {}
}

/** Wraps a handler: what it returns is shown by a function of its operation. */
export function showsWith<Result>(show: Show<Result>): MethodDecorator {
  return (_controller, _name, descriptor) => {
    wrapHandler(
      descriptor,
      (handler: Handler) =>
        async function (...args) {
          // The type of the decorator holds the handler to what `show` takes.
          return new HandlerResult(await handler.apply(this, args), show as Show<unknown>);
        },
    );
  };
}

/** The reply that a handler has made. @param zone of the business */
export function replyOf(returned: unknown, zone: string, hasKey: boolean): unknown {
  return returned instanceof HandlerResult ? returned.show(returned.value, zone, hasKey) : returned;
}
