import { oneOf } from '../../../platform/http/validation/text-types';
import { InputOf, optional } from '../../../platform/http/validation/members';

export const EXPORT_FORMATS = ['json', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Query of GET /customers/{id}/export. */
export class ExportQuery extends InputOf({
  format: optional(oneOf(EXPORT_FORMATS), {
    default: 'json',
    description: '`zip`: an archive of `export.json` and `appointments.ics`',
  }),
}) {}
