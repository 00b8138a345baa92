// Only the data is read: the code of the package and of moment is never loaded.
import packaged from 'moment-timezone/data/packed/latest.json';

/** The packed data of moment-timezone: a release of the IANA time zone database. */
export interface ZoneRules {
  /** The release, such as `2026f`. */
  readonly version: string;
  /** Each begins with its name, as `unpackZone` reads it. */
  readonly zones: readonly string[];
  /** `Europe/Kyiv|Europe/Kiev`: a zone and another name of it. */
  readonly links: readonly string[];
}

/** What is in force: the release, and the packed zone of each name in lower case. */
interface KnownRules {
  readonly version: string;
  readonly byName: ReadonlyMap<string, string>;
}

let known: KnownRules | undefined;

/** The release of the IANA time zone database whose rules the service applies. */
export function zoneRulesVersion(): string {
  return rules().version;
}

/** A zone as `unpackZone` reads it, by any of its names, in any case. */
export function packedZone(name: string): string | undefined {
  return rules().byName.get(name.toLowerCase());
}

/** The rules of the package. */
export function packagedRules(): ZoneRules {
  return packaged;
}

function rules(): KnownRules {
  return (known ??= indexed(packagedRules()));
}

function indexed({ version, zones, links }: ZoneRules): KnownRules {
  const byName = new Map<string, string>();
  for (const zone of zones) byName.set(nameOf(zone), zone);
  for (const link of links) {
    const [target = '', name = ''] = link.toLowerCase().split('|');
    const zone = byName.get(target);
    if (zone !== undefined) byName.set(name, zone);
  }
  return { version, byName };
}

function nameOf(packed: string): string {
  return packed.slice(0, packed.indexOf('|')).toLowerCase();
}
