import type { FieldType } from '../../platform/http/validation/field-type';
import { outgoingUrl } from '../../platform/outgoing/outgoing-url';

const WEBCAL = /^webcals?:/i;

/** The URL of a calendar: as every URL outside; `webcal://` is read as `https://`. */
export function calendarUrl(): FieldType<string> {
  const url = outgoingUrl();
  const { pattern = '', ...schema } = url.schema as { readonly pattern?: string };
  const scheme = '[Hh][Tt][Tt][Pp][Ss]?';
  const clean = (value: unknown) => (url.clean === undefined ? value : url.clean(value));
  return {
    schema: { ...schema, pattern: pattern.replace(scheme, `(${scheme}|[Ww][Ee][Bb][Cc][Aa][Ll][Ss]?)`) },
    clean: (value) => {
      const cleaned = clean(value);
      return typeof cleaned === 'string' ? cleaned.replace(WEBCAL, 'https:') : cleaned;
    },
    fault: (value) => url.fault(value),
  };
}
