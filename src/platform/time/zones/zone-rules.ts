// Only the data is read: the code of the package and of moment is never loaded.
import packaged from 'moment-timezone/data/packed/latest.json';

/** The packed data of moment-timezone: a release of the IANA time zone database. */
export interface ZoneRules {
  /** The release, such as `2026f`. */
  readonly version: string;
  /** Each begins with its name, as `unpackZone` reads it. */
  readonly zones: readonly string[];
  /** `Europe/Kiev|Europe/Kyiv`: a zone and another name of it, the older and the newer one either way round. */
  readonly links: readonly string[];
  /** `NO|Europe/Berlin Europe/Oslo`: the names that people of a country choose from. None of them is outdated. */
  readonly countries: readonly string[];
}

/** A zone by one of its names. */
interface NamedZone {
  /** That name as it is stored. */
  readonly name: string;
  /** The same text for all names of a zone. */
  readonly packed: string;
}

/** What is in force: the release, and the zone of each name in lower case. */
interface KnownRules {
  readonly version: string;
  readonly byName: ReadonlyMap<string, NamedZone>;
}

/** How zones are called that no country has. */
const OF_NO_COUNTRY: Readonly<Record<string, string>> = { 'Etc/UTC': 'UTC', 'Etc/GMT-0': 'GMT' };

let known: KnownRules | undefined;

/** The release of the IANA time zone database whose rules the service applies. */
export function zoneRulesVersion(): string {
  return rules().version;
}

/** A zone as `unpackZone` reads it, by any of its names, in any case. */
export function packedZone(name: string): string | undefined {
  return rules().byName.get(name.toLowerCase())?.packed;
}

/**
 * The name of a zone as it is stored: in the letters of the table, and the present name for one that is outdated (`Europe/Kyiv` for
 * `Europe/Kiev`). Of places that merely have the same rules, such as Oslo and Berlin, each keeps its name.
 */
export function storedZoneName(name: string): string | undefined {
  return rules().byName.get(name.toLowerCase())?.name;
}

/** The rules of the package. */
export function packagedRules(): ZoneRules {
  return packaged;
}

function rules(): KnownRules {
  return (known ??= indexed(packagedRules()));
}

function indexed({ version, zones, links, countries }: ZoneRules): KnownRules {
  const chosen = new Set(countries.flatMap((country) => country.slice('NO|'.length).split(' ')));
  const others = new Map<string, string[]>();
  for (const link of links) {
    const [zone = '', name = ''] = link.split('|');
    others.set(zone, [...(others.get(zone) ?? []), name]);
  }
  const byName = new Map<string, NamedZone>();
  for (const packed of zones) {
    const zone = packed.slice(0, packed.indexOf('|'));
    const names = [zone, ...(others.get(zone) ?? [])];
    const present = names.filter((name) => chosen.has(name));
    for (const name of names)
      byName.set(name.toLowerCase(), {
        name: present.includes(name) ? name : presentName(name, zone, present),
        packed,
      });
  }
  return { version, byName };
}

/** @param zone the name of its rules @param present its names that are not outdated, beginning with that one if it is among them */
function presentName(outdated: string, zone: string, present: readonly string[]): string {
  const region = zone.slice(0, zone.indexOf('/') + 1);
  return (
    OF_NO_COUNTRY[zone] ??
    // `Singapore` is Asia/Singapore, whose rules stand under Asia/Kuala_Lumpur.
    present.find((name) => name.endsWith(`/${outdated}`)) ??
    present.find((name) => name.startsWith(region)) ??
    zone
  );
}
