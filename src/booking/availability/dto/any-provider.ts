import { optional } from '../../../platform/http/validation/members';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';

/** The members of a view over one provider or over all. */
export const PROVIDER_UNLESS_ANY = optional(queryId(), {
  example: 2,
  description: 'Required, unless `anyProvider` is true, which takes its place',
  ignoredIf: ({ anyProvider }) => isTrue(anyProvider),
});

export const ANY_PROVIDER = optional(queryFlag(), {
  default: false,
  description: 'The slots of all providers, each with the `providerIds` that could take it',
});

/** Whether a flag of a query, as it is sent, is set. */
export function isTrue(flag: unknown): boolean {
  return flag === 'true' || flag === '1';
}
