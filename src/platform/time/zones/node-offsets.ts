import { MINUTE_MS } from '../units';

/**
 * The offsets of a zone by the rules of Node, in ms; undefined for a zone that is newer than Node. The service computes nothing with them:
 * its versions up to the first with rules of its own did.
 */
export function nodeOffsets(zone: string): ((instant: number) => number) | undefined {
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  return (instant) => {
    const [, sign, hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(instant)) ?? [];
    const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    return sign === '-' ? -size : size;
  };
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}
