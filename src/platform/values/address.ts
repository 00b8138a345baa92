import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const QUOTES = /^"(.*)"$/;
const BRACKETS = /^\[(.*)\](?::[\w.-]*)?$/;
const PORT = /:[\w.-]*$/;
const ZONE = /%.*$/;

/**
 * An IP address in one spelling, an IPv4-mapped one as IPv4; undefined: the text names none. Proxies also write it in quotes or brackets and
 * with a port (RFC 7239, section 6), or with a zone (RFC 4007, section 11).
 */
export function addressIn(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const plain = text.trim().replace(QUOTES, '$1').replace(BRACKETS, '$1');
  // Without brackets, the last part of an IPv6 address may be a port: it is one where the whole is no address.
  const found = [plain, plain.replace(PORT, '')].map((each) => each.replace(ZONE, '')).find(isIP);
  return found === undefined ? undefined : ipaddr.process(found).toString();
}
