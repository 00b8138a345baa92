import type { FieldType } from '../../platform/http/validation/field-type';

export { outgoingUrl as address } from '../../platform/outgoing/outgoing-url';

const TOKEN = /^[\x21-\x7E]{1,500}$/;

/** A token that may stand in the header of a request. */
export function token(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: TOKEN.source },
    fault: (value) =>
      typeof value === 'string' && TOKEN.test(value)
        ? undefined
        : 'must be 1 to 500 characters of ASCII without spaces',
  };
}
