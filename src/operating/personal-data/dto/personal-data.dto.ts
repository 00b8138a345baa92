import { formatInstant } from '../../../platform/time/instant-text';
import type { Erased } from '../erasure/erasure.service';
import { INSTANT, INTEGER } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf, InputOf, optional } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

export const EXPORT_FORMATS = ['json', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Query of GET /customers/{id}/export. */
export class ExportQuery extends InputOf({
  format: optional(oneOf(EXPORT_FORMATS), {
    default: 'json',
    description: '`zip`: an archive of `export.json` and `appointments.ics`',
  }),
}) {}

export class ErasedCustomerResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  erasedAt: answered(INSTANT, {
    example: '2026-11-20T14:05:11Z',
    description: 'When the person was erased first, in the zone of the business',
  }),
}) {
  static readonly of = toErasedCustomerResponse;
}

function toErasedCustomerResponse({ id, erasedAt }: Erased, zone: string): ErasedCustomerResponse {
  return { id, erasedAt: formatInstant(erasedAt.getTime(), zone) };
}
