import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const QUOTES = /^"(.*)"$/;
const BRACKETS = /^\[(.*)\](?::[\w.-]*)?$/;
const PORT = /:[\w.-]*$/;
const ZONE = /%.*$/;

/** Of an IPv4 address within IPv6 (RFC 4291, section 2.5.5.2), as a connection to a socket of both has it. */
const MAPPED = '::ffff:';

/**
 * An IP address in one spelling, an IPv4-mapped one as IPv4; undefined: the text names none. Proxies also write it in quotes or brackets and
 * with a port (RFC 7239, section 6), or with a zone (RFC 4007, section 11).
 */
export function addressIn(text: string): string | undefined {
  // Each request with a key asks for this: first what connections have, because ipaddr.js takes 5 µs.
  const unmapped = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : text;
  if (isIPv4(unmapped)) return unmapped;
  const plain = text.trim().replace(QUOTES, '$1').replace(BRACKETS, '$1');
  // Without brackets, the last part of an IPv6 address may be a port: it is one where the whole is no address.
  const found = [plain, plain.replace(PORT, '')].map((each) => each.replace(ZONE, '')).find(isIP);
  return found === undefined ? undefined : canonical(found);
}

function canonical(address: string): string {
  if (isIPv4(address)) return address;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return short.startsWith(MAPPED) ? ipaddr.process(short).toString() : short;
}
