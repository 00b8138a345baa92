import { hidden } from '../../platform/http/hiding/hidden-members';
import { answered } from '../../platform/http/validation/members';
import { orNull, URI } from '../../platform/http/validation/shapes';

/** A member of what customers manage by a link. Keys that hide contacts do not get it: the link shows answers. */
export const MANAGE_URL = hidden(
  'contacts',
  answered(orNull(URI), {
    example: 'http://localhost:3000/m/AAAAAAH0wq1cY0jJmZl0pWm7c2Fz',
    description:
      'The link by which the customer manages it: a secret. Null for keys that cannot write all appointments, and of an erased customer; shown in the answer to each booking',
  }),
);
