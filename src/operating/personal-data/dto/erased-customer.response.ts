import { formatInstant } from '../../../platform/time/instant-text';
import type { Erased } from '../erasure/erasure.service';
import { INSTANT, INTEGER } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

export class ErasedCustomerResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  erasedAt: answered(INSTANT, {
    example: '2026-11-20T14:05:11Z',
    description: 'When the person was erased first, in the zone of the business',
  }),
}) {
  static readonly of = toErasedCustomerResponse;
}

export function toErasedCustomerResponse({ id, erasedAt }: Erased, zone: string): ErasedCustomerResponse {
  return { id, erasedAt: formatInstant(erasedAt.getTime(), zone) };
}
