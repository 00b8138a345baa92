import { ValidationError } from '../../../platform/errors/errors';

/** The provider that a body requests: one, any, or any of some. */
export interface ProviderRequest {
  readonly providerId?: number | undefined;
  readonly anyProvider?: boolean | undefined;
  readonly providerIds?: readonly number[] | undefined;
}

export function isNotOfAny({ anyProvider }: ProviderRequest): boolean {
  return anyProvider !== true;
}

/** The providers of a booking or a check. @throws ValidationError when the body names one and any, or neither */
export function providersOf(body: ProviderRequest) {
  assertOneChoice(body);
  const { providerId, anyProvider, providerIds } = body;
  if (anyProvider === true) return { providerIds };
  if (providerId === undefined)
    throw new ValidationError({ providerId: 'is required, unless anyProvider is true' });
  return { providerId };
}

/** @throws ValidationError of members that contradict each other */
export function assertOneChoice({ providerId, anyProvider, providerIds }: ProviderRequest): void {
  if (anyProvider === true && providerId !== undefined)
    throw new ValidationError({ anyProvider: 'must not stand with providerId' });
  if (anyProvider !== true && providerIds !== undefined)
    throw new ValidationError({ providerIds: 'goes only with anyProvider' });
}
