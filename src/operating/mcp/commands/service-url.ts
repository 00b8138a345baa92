import type { FieldType } from '../../../platform/http/validation/field-type';

/** An address of a service, `http://host:port` or `https://host`. */
export function urlText(): FieldType<string> {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && /^https?:$/.test(protocolOf(value))
        ? undefined
        : 'must be an address that begins with http:// or https://',
  };
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}
