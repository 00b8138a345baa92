import type { IncomingHttpHeaders } from 'node:http';

/** The response header that names the preference the service followed (RFC 7240, section 3). */
export const PREFERENCE_APPLIED = 'Preference-Applied';
export const STRICT = 'handling=strict';

/** The message for a name that strict handling refuses. */
export const WITHOUT_MEANING = 'has no meaning in this request';

/** Parts of a list, where a separator inside a quoted string separates nothing. A quote without its end runs to the end. */
const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g;
const PARAMETERS = /(?:[^;"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g;

/** `name` or `name=value`, where the value is a token or a quoted string (RFC 7240, section 2). */
const PREFERENCE = /^\s*([^\s=;,"]+)\s*(?:=\s*(?:([^\s=;,"]+)|"((?:[^"\\]|\\.)*)")?)?\s*$/;

/** Whether `Prefer: handling=strict` is sent (RFC 7240, section 4.4): names without meaning are refused. The first of several counts. */
export function prefersStrict({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false;
  const preferences = String(prefer).match(ELEMENTS) ?? [];
  const values = preferences.map(handlingOf).filter((value) => value !== undefined);
  return values[0] === 'strict';
}

/** The value of `handling` in lower case; undefined when the element is another preference. Its parameters mean nothing here. */
function handlingOf(element: string): string | undefined {
  const [preference = ''] = element.match(PARAMETERS) ?? [];
  const [, name, token, quoted] = PREFERENCE.exec(preference) ?? [];
  if (name?.toLowerCase() !== 'handling') return undefined;
  return (token ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '').toLowerCase();
}
