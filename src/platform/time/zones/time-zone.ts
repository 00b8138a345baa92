import { packedZone } from './zone-rules';

/** Whether `name` is an IANA time zone, in any case. Offsets (`+02:00`) and abbreviations outside the database (`PST`) are not. */
export function isTimeZone(name: string): boolean {
  return packedZone(name) !== undefined;
}

/** Whether two names are those of one zone: in another case, an outdated one, or of places with the same rules. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || packedZone(one) === packedZone(other);
}

/** Whether `name` is one of the names of UTC itself. Another zone whose offset is +00:00 is not UTC. */
export function isUtc(name: string): boolean {
  return isSameZone(name, 'UTC');
}
