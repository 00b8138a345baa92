import { InputOf, optional } from '../../../platform/http/validation/members';
import { queryInteger } from '../../../platform/http/validation/query-types';

/** As many as a series with a browser key has at most; a visit has fewer. */
const MOST = 12;

export class ChallengeQuery extends InputOf({
  appointments: optional(queryInteger(1, MOST), {
    example: 2,
    description:
      'How many appointments the solution is to cover: it takes as many times the tries. Left out: one',
  }),
}) {}
