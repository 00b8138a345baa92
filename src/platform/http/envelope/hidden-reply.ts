import { Page } from '../../database/reads/page';
import type { Hidden } from '../../restrictions';
import type { Mask } from '../hiding/hidden-members';
import { withoutHidden } from '../hiding/mask';
import { PreviewReply, Reply, ResourceReply, resourceReplyOf, WrittenReply } from './envelope';
import { StreamReply } from './stream-reply';

/** A reply as a key sees it that hides some groups. The tag of a resource is then of what is shown. `meta` holds nothing to hide. */
export function replyWithoutHidden(
  reply: unknown,
  mask: Mask | undefined,
  groups: readonly Hidden[],
): unknown {
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
