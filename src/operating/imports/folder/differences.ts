import { isJsonObject } from '../../../platform/values/json-object';
import { isSameZone, isTimeZone } from '../../../platform/time/zones/time-zone';
import { parseInstant } from '../../../platform/time/instant-text';

/** What an import does not bring back: when a row was last changed, and pictures, which are no part of an export. */
const LEFT_OUT = ['updatedAt', 'profile_image'];

/**
 * The first member in which a line of an export differs from what the same row shows here, in words. Instants are compared as such: other
 * zone rules may write another offset.
 * @param except paths of members that need not be the same
 */
export function differenceIn(
  line: unknown,
  shown: unknown,
  except: readonly string[] = [],
): string | undefined {
  return difference(line, shown, '', except);
}

function difference(
  line: unknown,
  shown: unknown,
  path: string,
  except: readonly string[],
): string | undefined {
  if (Array.isArray(line) && Array.isArray(shown) && line.length === shown.length)
    return first(line.map((each, i) => () => difference(each, shown[i], `${path}[${i}]`, except)));
  if (isJsonObject(line) && isJsonObject(shown)) {
    const members = [...new Set([...Object.keys(line), ...Object.keys(shown)])];
    const nameOf = (member: string) => (path === '' ? member : `${path}.${member}`);
    const compared = members.filter((name) => !LEFT_OUT.includes(name) && !except.includes(nameOf(name)));
    return first(compared.map((name) => () => difference(line[name], shown[name], nameOf(name), except)));
  }
  if (line === shown || isSameInstant(line, shown) || isZone(path, line, shown)) return undefined;
  return `${path} is ${textOf(line)}, and would be ${textOf(shown)} here`;
}

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSameInstant(line: unknown, shown: unknown): boolean {
  if (typeof line !== 'string' || typeof shown !== 'string') return false;
  const instant = parseInstant(line);
  return instant !== undefined && instant === parseInstant(shown);
}

/** Whether a member names one zone by two of its names. */
function isZone(path: string, line: unknown, shown: unknown): boolean {
  if (!/timezone$/i.test(path) || typeof line !== 'string' || typeof shown !== 'string') return false;
  return isTimeZone(line) && isSameZone(line, shown);
}

function textOf(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value);
}
