import { hidden } from '../../../platform/http/hiding/hidden-members';
import { answeredAs, AnswerOf, InputOf, optional, required } from '../../../platform/http/validation/members';
import { id, integer, price } from '../../../platform/http/validation/number-types';
import { many, orNull } from '../../../platform/http/validation/shapes';
import { objects } from '../../../platform/http/validation/field';
import { DAY_MIN } from '../../../platform/time/units';
import type { DurationOption, ProviderTerms } from '../service.entity';

const MAX_TERMS = 1_000;
const MAX_OPTIONS = 20;

const AS_SERVICE = 'null: that of the service';

const TERMS_OF_PROVIDER = {
  providerId: required(id('providers'), { example: 2 }),
  durationMin: optional(orNull(integer(1, DAY_MIN)), { example: 60, description: AS_SERVICE }),
  price: hidden('payments', optional(orNull(price()), { example: 52, description: AS_SERVICE })),
  bufferBeforeMin: optional(orNull(integer(0, DAY_MIN)), { example: null, description: AS_SERVICE }),
  bufferAfterMin: optional(orNull(integer(0, DAY_MIN)), { example: null, description: AS_SERVICE }),
};

const OPTION = {
  durationMin: required(integer(1, DAY_MIN), { example: 90 }),
  price: hidden('payments', required(orNull(price()), { example: 70, description: 'null: none' })),
};

/** What differs when one provider gives the service (docs/reference/business.md, Terms). */
export class TermsWrite extends InputOf(TERMS_OF_PROVIDER) {}
export class TermsResponse extends AnswerOf(TERMS_OF_PROVIDER) {}

/** A duration that a booking may choose. */
export class DurationOptionWrite extends InputOf(OPTION) {}
export class DurationOptionResponse extends AnswerOf(OPTION) {}

const TERMS_DESCRIPTION = 'What differs with some providers, each of them once';
const OPTIONS_DESCRIPTION = 'The durations that a booking may choose besides the own one, each of them once';

/** Members of a service. */
export const TERMS = hidden(
  'payments',
  answeredAs(
    many(TermsResponse),
    { example: [], description: TERMS_DESCRIPTION },
    optional(
      objects(() => TermsWrite, MAX_TERMS),
      { example: [], description: `${TERMS_DESCRIPTION}. Left out: it stays as it is` },
    ),
  ),
);
export const DURATION_OPTIONS = hidden(
  'payments',
  answeredAs(
    many(DurationOptionResponse),
    { example: undefined, description: OPTIONS_DESCRIPTION },
    optional(
      objects(() => DurationOptionWrite, MAX_OPTIONS),
      {
        example: [{ durationMin: 90, price: 70 }],
        description: `${OPTIONS_DESCRIPTION}. Left out: it stays as it is`,
      },
    ),
  ),
);

/** Terms as they are stored. */
export function storedTerms({ providerId, ...terms }: TermsWrite): ProviderTerms {
  const { durationMin = null, price = null, bufferBeforeMin = null, bufferAfterMin = null } = terms;
  return { providerId, durationMin, price, bufferBeforeMin, bufferAfterMin };
}

export function toTermsResponse(terms: ProviderTerms): TermsResponse {
  return storedTerms(terms);
}

export function toDurationOptionResponse({ durationMin, price }: DurationOption): DurationOptionResponse {
  return { durationMin, price };
}
