/** Three-letter names that are in the IANA database; the platform also knows some ("PST", "JST") that are not. */
const SHORT_NAMES = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '));
const UTC_NAMES = new Set('UTC UCT ZULU UNIVERSAL ETC/UTC ETC/UCT ETC/ZULU ETC/UNIVERSAL'.split(' '));

/** Whether `name` is a time zone of the IANA database, in any case. Offsets (`+02:00`) and other abbreviations are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name) || /^systemv\//i.test(name)) return false;
  if (/^[a-z]{3}$/i.test(name) && !SHORT_NAMES.has(name.toUpperCase())) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether `name` is one of the names of UTC itself. A zone that merely happens to be at +00:00 is not UTC. */
export function isUtc(name: string): boolean {
  return UTC_NAMES.has(name.toUpperCase());
}
