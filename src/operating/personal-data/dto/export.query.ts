import { Field } from '../../../platform/http/validation/field';
import { oneOf } from '../../../platform/http/validation/text-types';

export const EXPORT_FORMATS = ['json', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Query of GET /customers/{id}/export. */
export class ExportQuery {
  @Field(oneOf(EXPORT_FORMATS), {
    optional: true,
    default: 'json',
    description: '`zip`: an archive of `export.json` and `appointments.ics`',
  })
  format?: ExportFormat;
}
