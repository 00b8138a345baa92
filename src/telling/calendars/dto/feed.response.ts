import { API_PREFIX } from '../../../platform/openapi/finish-document';
import { formatInstant } from '../../../platform/time/instant-text';
import { INSTANT, orNull, URI } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

/** The link to a calendar. */
export class FeedResponse extends AnswerOf({
  url: answered(orNull(URI), {
    example: 'https://salon.example/api/v1/feeds/4fZk9QmR2xTbV7cN1pLwS8dHgJ3yA6eUoXiKqMzBvCnE5rWtDlPfGhY.ics',
    description:
      'Shown only now. It gives everyone who has it access to the calendar. null: this answer was given before, and the link has ended',
  }),
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
}) {
  static readonly of = toFeedResponse;
}

/** The link, and the address of the service without a slash at its end. */
interface MadeFeed {
  readonly token: string;
  readonly createdAt: number;
  readonly serviceUrl: string;
}

function toFeedResponse({ token, createdAt, serviceUrl }: MadeFeed, zone: string): FeedResponse {
  return {
    url: `${serviceUrl}${API_PREFIX}/feeds/${token}.ics`,
    createdAt: formatInstant(createdAt, zone),
  };
}
