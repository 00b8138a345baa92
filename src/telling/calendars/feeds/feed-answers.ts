import { data } from '../../../platform/http/envelope/answers';
import { DeletedResponse } from '../../../platform/http/envelope/deleted.response';
import { WITHHELD } from '../../../platform/http/idempotency/idempotency-decorators';
import { FeedResponse } from '../dto/feed.response';

/** What the operations on each kind of feed answer and say. */
export const MADE = data(FeedResponse, 'The link', { status: 201, optionalMeta: WITHHELD });
export const SUBSCRIBED = 'Calendar programs subscribe to it.';
export const SHOWN_ONCE = 'The answer shows the link once: the service stores only a hash of it.';
export const ended = (owner: string) => data(DeletedResponse, `The ${owner} whose link has ended`);
