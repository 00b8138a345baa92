import { packedZone } from './zone-rules';

const UTC_NAMES = new Set('UTC UCT ZULU UNIVERSAL ETC/UTC ETC/UCT ETC/ZULU ETC/UNIVERSAL'.split(' '));

/** Whether `name` is an IANA time zone, in any case. Offsets (`+02:00`) and abbreviations outside the database (`PST`) are not. */
export function isTimeZone(name: string): boolean {
  return packedZone(name) !== undefined;
}

/** Whether `name` is one of the names of UTC itself. Another zone whose offset is +00:00 is not UTC. */
export function isUtc(name: string): boolean {
  return UTC_NAMES.has(name.toUpperCase());
}
