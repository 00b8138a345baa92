import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { FieldType } from '../../platform/http/validation/field-type';

/** The most addresses and blocks of one key. */
export const MAX_BLOCKS = 50;

/** An IP address or a CIDR block. */
export function address(): FieldType<string> {
  return {
    schema: { type: 'string' },
    clean: (value) => (typeof value === 'string' ? value.trim() : value),
    fault: (value) =>
      typeof value === 'string' && blockOf(value) !== undefined
        ? undefined
        : 'must have IP addresses, or blocks such as 192.0.2.0/24, alone',
  };
}

/** Comma-separated IP addresses and CIDR blocks (RFC 4632, RFC 4291); an array without duplicates once cleaned. */
export function addressList(): FieldType<string[]> {
  return {
    schema: { type: 'string' },
    clean: (value) =>
      typeof value === 'string' ? [...new Set(value.split(',').map((block) => block.trim()))] : value,
    fault: (value) => {
      const wrong = Array.isArray(value)
        ? value.filter((block) => blockOf(String(block)) === undefined)
        : [value];
      if (wrong.length > 0)
        return `has ${wrong.map(String).join(', ')}, which is no IP address and no block such as 192.0.2.0/24`;
      return Array.isArray(value) && value.length > MAX_BLOCKS
        ? `must have at most ${MAX_BLOCKS} entries`
        : undefined;
    },
  };
}

/** Whether an address lies in one of some blocks. An IPv4-mapped IPv6 address counts as the IPv4 address in it. */
export function isAllowedAddress(blocks: readonly string[], address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return blocks.some((text) => {
    const block = blockOf(text);
    return block?.[0].kind() === parsed.kind() && parsed.match(block);
  });
}

/** Whether all addresses of a block, or of one address, lie in one of some blocks. */
export function isAllowedBlock(blocks: readonly string[], text: string): boolean {
  const inner = blockOf(text);
  if (inner === undefined) return false;
  return blocks.some((each) => {
    const outer = blockOf(each);
    const isWider = outer?.[0].kind() === inner[0].kind() && outer[1] <= inner[1];
    return isWider && inner[0].match(outer);
  });
}

type Block = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** An address alone is a block of its own. `::ffff:192.0.2.0/120` is the block 192.0.2.0/24. */
function blockOf(text: string): Block | undefined {
  const { address = '', bits } = /^(?<address>[^/]+)(\/(?<bits>0|[1-9]\d{0,2}))?$/.exec(text)?.groups ?? {};
  if (isIP(address) === 0) return undefined;
  const [plain, parsed] = [ipaddr.parse(address), ipaddr.process(address)];
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? most : Number(bits) - (plain.kind() === parsed.kind() ? 0 : 96);
  return length < 0 || length > most ? undefined : [parsed, length];
}
