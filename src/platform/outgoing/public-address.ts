import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** RFC 4291, section 2.4: IANA assigns global unicast addresses from this block only. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IPv4 or IPv6 address, as text, is one of the public internet. An IPv4-mapped address counts as the IPv4 address in
 * it. Every other address with an IPv4 address in it (NAT64, 6to4, Teredo, IPv4-compatible) is refused: the address in it is the
 * one that would be reached.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}
