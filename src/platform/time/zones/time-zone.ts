/** The three-letter names of the IANA database. Node (ICU) also accepts others, such as PST and JST. */
const SHORT_NAMES = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '));
/** Names that ICU still accepts though the IANA database has dropped them. */
const DROPPED = /^(systemv\/.*|us\/pacific-new|canada\/east-saskatchewan)$/i;
/**
 * The names that were found to be zones, in lower case: about 600 at most. Each `Intl` format takes memory that V8 does not count, so that
 * many of them would wait long to be freed.
 */
const FOUND = new Set<string>();
const UTC_NAMES = new Set('UTC UCT ZULU UNIVERSAL ETC/UTC ETC/UCT ETC/ZULU ETC/UNIVERSAL'.split(' '));

/** Whether `name` is an IANA time zone, in any case. Offsets (`+02:00`) and abbreviations outside the database (`PST`) are not. */
export function isTimeZone(name: string): boolean {
  const lowerCase = name.toLowerCase();
  if (FOUND.has(lowerCase)) return true;
  if (!/^[a-z]/i.test(name) || DROPPED.test(name)) return false;
  if (/^[a-z]{3}$/i.test(name) && !SHORT_NAMES.has(name.toUpperCase())) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    FOUND.add(lowerCase);
    return true;
  } catch {
    return false;
  }
}

/** Whether `name` is one of the names of UTC itself. Another zone whose offset is +00:00 is not UTC. */
export function isUtc(name: string): boolean {
  return UTC_NAMES.has(name.toUpperCase());
}
