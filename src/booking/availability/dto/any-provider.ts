import { listOf } from '../../../platform/http/validation/field';
import { flag, id } from '../../../platform/http/validation/number-types';
import { isNotOfAny, type ProviderRequest } from '../../diary/decisions/provider-request';
import { optional, unanswered } from '../../../platform/http/validation/members';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';

/** What the provider of an input means with a key that is narrowed to some. */
export const AMONG_ANY = {
  among: (
    { anyProvider, providerIds, holdId }: ProviderRequest & { readonly holdId?: string },
    ids: readonly number[],
  ) =>
    anyProvider === true && providerIds === undefined && holdId === undefined ? { providerIds: ids } : {},
};

/** The same where leaving it out is what leaves the choice to the service. */
export const AMONG_UNNAMED = {
  among: ({ providerId }: ProviderRequest, ids: readonly number[]) =>
    providerId === undefined ? { providerIds: ids } : {},
};

/** The members of a view over one provider or over all. */
export const PROVIDER_UNLESS_ANY = optional(queryId('providers'), {
  example: 2,
  description: 'Required, unless `anyProvider` is true, which takes its place',
  ignoredIf: ({ anyProvider }) => isTrue(anyProvider),
  ...AMONG_ANY,
});

export const ANY_PROVIDER = optional(queryFlag(), {
  default: false,
  description: 'The slots of all providers, each with the `providerIds` that could take it',
});

/** What a page may send of what it wants, when and by whom. */
export const FROM_CHOOSERS = [
  ...(['serviceId', 'durationMin', 'seats', 'date', 'start'] as const),
  ...(['providerId', 'anyProvider', 'providerIds'] as const),
] as const;

/** Whether a flag of a query, as it is sent, is set. */
export function isTrue(flag: unknown): boolean {
  return flag === 'true' || flag === '1';
}

const MAX_PROVIDERS = 200;

/** The members of a body that names a provider, or leaves the choice to the service. */
export function providerMembers(options: { readonly freeForm?: true } = {}) {
  return {
    providerId: optional(id('providers'), {
      ...options,
      example: 2,
      description: 'Required, unless `anyProvider` is true, which takes its place',
      neededIf: isNotOfAny,
      ...AMONG_ANY,
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
      optional(listOf(id('providers'), MAX_PROVIDERS, 1), {
        ...options,
        description: 'With `anyProvider`: only these may be chosen',
      }),
    ),
  };
}
