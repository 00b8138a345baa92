import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { LAST_DAY } from '../../src/platform/time/local-date';
import { DAY_MS, SECOND_MS } from '../../src/platform/time/units';
import { type ZoneOffsets, offsetsOf } from '../../src/platform/time/zones/zone-offsets';
import { packagedRules, zoneRulesVersion } from '../../src/platform/time/zones/zone-rules';

/**
 * The zones, by their names, whose clocks from 1970 on each release changed or corrected. Debian is a few releases late: what lies between
 * its release and that of the service cannot be compared. An update of the package adds its release here.
 */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  '2026c': [
    'Africa/Casablanca',
    'Africa/El_Aaiun',
    'America/Edmonton',
    'America/Yellowknife',
    'Canada/Mountain',
  ],
  '2026d': ['America/Bogota', 'America/Inuvik', 'Asia/Tehran', 'Iran'],
  '2026e': ['America/Winnipeg', 'America/Rainy_River', 'Canada/Central'],
  '2026f': ['America/Havana', 'Cuba'],
};
/** Debian keeps the definitions of these from before 2024b, which made them other names of Athens and Lisbon. */
const DEBIANS_OWN = ['EET', 'WET'];
const FIRST_RELEASE = '2026b';
const END = (LAST_DAY + 1) * DAY_MS;

/** The release of Debian's package tzdata, such as `2026b`. */
function debianRelease(): string {
  return /^# version (\S+)/.exec(readFileSync('/usr/share/zoneinfo/tzdata.zi', 'utf8'))?.[1] ?? 'unknown';
}

/** `1970-04-26T08:00:00Z -25200`: each instant at which zdump shows another offset than a second before. */
function changesByZdump(zone: string): string[] {
  const lines = execFileSync('zdump', ['-v', '-c', '1969,2200', zone], { encoding: 'utf8' }).split('\n');
  const readings = lines.flatMap((line) => {
    const [, text, offset] = / {2}\w{3} (\w{3} +\d+ [\d:]+ \d{4}) UTC? = .* gmtoff=(-?\d+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ instant: Date.parse(`${text} UTC`), offset: Number(offset) }];
  });
  return readings.flatMap(({ instant, offset }, i) => {
    const before = readings[i - 1];
    const isChange = before?.instant === instant - SECOND_MS && before.offset !== offset;
    return isChange && instant >= 0 && instant < END ? [changeText(instant, offset)] : [];
  });
}

function changesByService(offsets: ZoneOffsets): string[] {
  const changes: string[] = [];
  for (let at = offsets.changeAfter(-1, END - 1); at !== undefined; at = offsets.changeAfter(at, END - 1))
    changes.push(changeText(at, offsets.at(at) / SECOND_MS));
  return changes;
}

function changeText(instant: number, offsetS: number): string {
  return `${new Date(instant).toISOString()} ${offsetS}`;
}

describe('The zone rules of the service', () => {
  const [debian, service] = [debianRelease(), zoneRulesVersion()];
  const [older, newer] = [debian, service].toSorted();
  const between = Object.keys(CHANGED).filter(
    (release) => release > (older ?? '') && release <= (newer ?? ''),
  );
  const apart = new Set(between.flatMap((release) => CHANGED[release] ?? []));
  const { zones, links } = packagedRules();
  const names = [
    ...zones.map((zone) => zone.slice(0, zone.indexOf('|'))),
    ...links.map((link) => link.slice(link.indexOf('|') + 1)),
  ].toSorted();

  it('are of a release, as Debian’s are, whose changes the table above holds', () => {
    const last = Object.keys(CHANGED).at(-1) ?? '';
    expect({ debian, service, tooOld: debian < FIRST_RELEASE, untold: (newer ?? '') > last }).toEqual({
      debian,
      service,
      tooOld: false,
      untold: false,
    });
  });

  it(`change every clock of Debian's zones from 1970 to 2199 when zdump does, but for ${[...DEBIANS_OWN, ...apart].join(', ')}`, () => {
    const compared = names.filter((name) => !apart.has(name) && !DEBIANS_OWN.includes(name));
    const different = compared.filter(
      (name) => changesByZdump(name).join('\n') !== changesByService(offsetsOf(name)).join('\n'),
    );
    expect(different).toEqual([]);
    expect(compared.length).toBeGreaterThan(550);
  });

  it('differ from those of Debian in each zone that is left out, so that none is left out without need', () => {
    const equal = [...apart].filter(
      (name) => changesByService(offsetsOf(name)).join('\n') === changesByZdump(name).join('\n'),
    );
    expect(equal).toEqual([]);
  });
});
