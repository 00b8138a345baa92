import type { Mask } from '../hiding/hidden-members';
import { type Caller, isBrowserKey } from '../identity';
import { type Handler, wrapHandler } from '../wrapped-handler';
import { replyWithoutHidden } from './hidden-reply';

/** Makes the reply of an operation (`envelope.ts`) of what its handler returns. @param zone of the business @param hasKey whether more is shown than what is public */
export type Show<Result> = (result: Result, zone: string, hasKey: boolean) => unknown;

/** What a handler has returned, which its operation has not shown yet. */
class HandlerResult {
  constructor(
    readonly value: unknown,
    readonly show: Show<unknown>,
    readonly mask: Mask | undefined,
  ) {}
}

/** Wraps a handler: what it returns is shown by a function of its operation, without what a mask says that the key hides. */
export function showsWith<Result>(show: Show<Result>, mask: Mask | undefined): MethodDecorator {
  return (_controller, _name, descriptor) => {
    wrapHandler(
      descriptor,
      (handler: Handler) =>
        async function (...args) {
          // The type of the decorator holds the handler to what `show` takes.
          return new HandlerResult(await handler.apply(this, args), show as Show<unknown>, mask);
        },
    );
  };
}

/** The reply that a handler has made, as the caller sees it. @param zone of the business */
export function replyOf(returned: unknown, zone: string, caller: Caller | undefined): unknown {
  if (!(returned instanceof HandlerResult)) return returned;
  const reply = returned.show(returned.value, zone, caller !== undefined && !isBrowserKey(caller));
  const hides = caller?.restrictions?.hide;
  return hides === undefined ? reply : replyWithoutHidden(reply, returned.mask, hides);
}
