import { isIP } from 'node:net';
import type { Config } from '../config/config';
import type { FieldType } from '../http/validation/field-type';
import { OutgoingError } from './outgoing-error';
import { isPublicAddress } from './public-address';

export const MAX_URL_LENGTH = 2_000;

/** Printable ASCII, and neither a user nor a password before the host. */
const SHAPE = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\x00-\x20\x7F-\uFFFF/?#@\\]+([/?#][^\x00-\x20\x7F-\uFFFF]*)?$`;
const SHAPED = new RegExp(SHAPE);

/** The URL of a server outside: `http` or `https`, in ASCII, without user and password, of at most 2,000 characters. */
export function outgoingUrl(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: SHAPE, maxLength: MAX_URL_LENGTH },
    clean: (value) => (typeof value === 'string' ? value.trim() : value),
    fault: (value) => faultOfUrl(value),
  };
}

/** The fault of a URL, as a message that follows the name of the member; undefined when it has none. It resolves no name. */
export function faultOfUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters long`;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && url.username + url.password !== '') return 'must not contain a user or a password';
  if (url === undefined || !SHAPED.test(value))
    return 'must be a URL that begins with http:// or https://, in ASCII';
  return undefined;
}

/** Refuses addresses that are not public and names of this machine; other names are checked on connecting. @throws OutgoingError */
export function parseOutgoingUrl(text: string, allowPrivate: boolean): URL {
  const fault = faultOfUrl(text);
  if (fault !== undefined) throw new OutgoingError('url', `the URL ${fault}`);
  const url = new URL(text);
  if (!allowPrivate && !mayBePublic(hostOf(url))) throw privateAddress();
  return url;
}

/** Ports below this one belong to well-known services (RFC 6335). */
const FIRST_FREE_PORT = 1_024;
const WEB_PORTS = [80, 443];

/**
 * Refuses ports on which other services listen, such as those of mail: they may take parts of a request for commands, and the time until it
 * fails tells whether they are there. @throws OutgoingError
 */
export function assertPort({ port }: URL, allowed: Config['webhookAllowPorts']): void {
  const number = Number(port);
  if (port === '' || number >= FIRST_FREE_PORT || allowed === '*') return;
  if (![...WEB_PORTS, ...allowed].includes(number))
    throw new OutgoingError('url', `the URL must not have the port ${port}`);
}

export function privateAddress(): OutgoingError {
  return new OutgoingError('private_address', 'the address of the host is not public');
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** A URL has its addresses in canonical form: dotted decimal, however they were written (URL Standard, host parsing). */
function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !/(^|\.)localhost\.*$/.test(host);
}
