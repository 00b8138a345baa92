import type { Mask } from '../hiding/hidden-members';
import type { Caller } from '../identity';
import { isBrowserKey, seesLinks, type Hidden } from '../../restrictions';
import { type Handler, wrapHandler } from '../wrapped-handler';
import type { Links } from './links';
import { Page } from '../../database/reads/page';
import { withoutHidden } from '../hiding/mask';
import { PreviewReply, Reply, ResourceReply, resourceReplyOf, WrittenReply } from './envelope';
import { StreamReply } from './stream-reply';

/**
 * Makes the reply of an operation (`envelope.ts`) of what its handler returns. @param zone of the business @param hasKey whether more is
 * shown than what is public @param links undefined: the caller sees no links of customers
 */
export type Show<Result> = (result: Result, zone: string, hasKey: boolean, links?: Links) => unknown;

/** What a handler has returned, which its operation has not shown yet. */
class HandlerResult {
  constructor(
    readonly value: unknown,
    readonly show: Show<unknown>,
    readonly mask: Mask | undefined,
    readonly isBooking: boolean,
  ) {}
}

/**
 * Wraps a handler: what it returns is shown by a function of its operation, without what a mask says that the key hides.
 * @param isBooking whether it is what the caller has booked just now, so that every caller sees its link
 */
export function showsWith<Result>(
  show: Show<Result>,
  mask: Mask | undefined,
  isBooking = false,
): MethodDecorator {
  return (_controller, _name, descriptor) => {
    wrapHandler(
      descriptor,
      (handler: Handler) =>
        async function (...args) {
          // The type of the decorator holds the handler to what `show` takes.
          return new HandlerResult(await handler.apply(this, args), show as Show<unknown>, mask, isBooking);
        },
    );
  };
}

/** What the answers of a process are made with. */
export interface Showing {
  /** Of the business. */
  readonly zone: string;
  readonly links?: Links;
}

/** The reply that a handler has made, as the caller sees it. */
export function replyOf(returned: unknown, { zone, links }: Showing, caller: Caller | undefined): unknown {
  if (!(returned instanceof HandlerResult)) return returned;
  const hasKey = caller !== undefined && !isBrowserKey(caller);
  const showsLinks = returned.isBooking || (hasKey && seesLinks(caller.restrictions));
  const reply = returned.show(returned.value, zone, hasKey, showsLinks ? links : undefined);
  const hides = caller?.restrictions?.hide;
  return hides === undefined ? reply : replyWithoutHidden(reply, returned.mask, hides);
}

/** A reply as a key sees it that hides some groups. The tag of a resource is then of what is shown. `meta` holds nothing to hide. */
function replyWithoutHidden(reply: unknown, mask: Mask | undefined, groups: readonly Hidden[]): unknown {
  const show = (data: unknown) => withoutHidden(data, mask, groups);
  if (reply instanceof Page) return reply.with((reply as Page<unknown>).items.map(show));
  if (reply instanceof ResourceReply) {
    const { data, ...others } = reply as ResourceReply<unknown>;
    return resourceReplyOf({ ...others, data: show(data) });
  }
  if (reply instanceof WrittenReply) return new WrittenReply(JSON.stringify(show(JSON.parse(reply.json))));
  if (reply instanceof PreviewReply) return new PreviewReply(show(reply.data), reply.meta);
  if (reply instanceof Reply) return new Reply(show(reply.data), reply.meta as object);
  // The feature that writes a file leaves out what is hidden while it writes.
  return reply instanceof StreamReply ? reply : show(reply);
}
