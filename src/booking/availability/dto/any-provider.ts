import { listOf } from '../../../platform/http/validation/field';
import { flag, id } from '../../../platform/http/validation/number-types';
import { isNotOfAny } from '../../diary/decisions/provider-request';
import { optional, unanswered } from '../../../platform/http/validation/members';
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

const MAX_PROVIDERS = 200;

/** The members of a body that names a provider, or leaves the choice to the service. */
export function providerMembers(options: { readonly freeForm?: true } = {}) {
  return {
    providerId: optional(id(), {
      ...options,
      example: 2,
      description: 'Required, unless `anyProvider` is true, which takes its place',
      neededIf: isNotOfAny,
    }),
    ...anyMembers(options),
  };
}

export function anyMembers(options: { readonly freeForm?: true } = {}) {
  return {
    anyProvider: unanswered(
      optional(flag(), {
        ...options,
        default: false,
        description:
          'In the place of `providerId`: of those who can, the one with the fewest booked minutes on the date, then the lowest id',
      }),
    ),
    providerIds: unanswered(
      optional(listOf(id(), MAX_PROVIDERS, 1), {
        ...options,
        description: 'With `anyProvider`: only these may be chosen',
      }),
    ),
  };
}
