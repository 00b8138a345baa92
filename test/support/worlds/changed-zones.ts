import { packedZone } from '../../../src/platform/time/zones/zone-rules';

/**
 * The zones whose rules from 1970 on were changed or corrected after 2024b, the release that the oldest supported Node has.
 * A library that asks `Intl` may be wrong about them.
 */
const CHANGED = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'America/Asuncion',
  'America/Bogota',
  'America/Edmonton',
  'America/Havana',
  'America/Inuvik',
  'America/Vancouver',
  'America/Winnipeg',
  'Asia/Manila',
  'Asia/Tehran',
  'Europe/Chisinau',
]);

/** The zones of `Intl`, and UTC, about which any supported Node is right. */
export const UNCHANGED_ZONES: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'].filter(
  (name) => !CHANGED.has(packedZone(name)?.split('|')[0] ?? name),
);
