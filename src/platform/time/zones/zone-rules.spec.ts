import { formatInstant } from '../instant-text';
import { LAST_DAY } from '../local-date';
import { DAY_MS } from '../units';
import { unpackZone, offsetsOf } from './zone-offsets';
import { isSameZone, isTimeZone } from './time-zone';
import { nodeOffsets } from './node-offsets';
import { localTimeOf } from './wall-clock';
import { packagedRules, packedZone, storedZoneName, zoneRulesVersion } from './zone-rules';

const NOON = Date.UTC(2026, 11, 1, 12);

describe('The zone rules of the service', () => {
  it.each([
    ['America/Vancouver', '2026-12-01T05:00:00-07:00', '2026b: permanent'],
    ['America/Edmonton', '2026-12-01T06:00:00-06:00', '2026c: permanent'],
    ['Africa/Casablanca', '2026-12-01T12:00:00+00:00', '2026c: permanent'],
    ['Europe/Berlin', '2026-12-01T13:00:00+01:00', 'no change'],
  ])('show noon of 1 December 2026 in UTC in %s as %s (%s)', (zone, text) => {
    expect(formatInstant(NOON, zone)).toBe(text);
  });

  it('are of 2026f or later, even if those of Node are older', () => {
    expect(zoneRulesVersion() >= '2026f').toBe(true);
  });

  it('know every zone of Node by the same name', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
  });

  it.each(['Asia/Calcutta', 'Europe/Kiev', 'US/Pacific', 'GB-Eire', 'EST5EDT', 'GMT+0', 'ROC'])(
    'know the older name %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
      expect(isTimeZone(name.toUpperCase())).toBe(true);
    },
  );

  it('still change the clock in summer 2199, after which the data goes on', () => {
    const lastYear = [LAST_DAY * DAY_MS - 200 * DAY_MS, LAST_DAY * DAY_MS];
    expect(lastYear.map((instant) => localTimeOf(instant, 'Europe/Berlin').timeMin)).toEqual([120, 60]);
  });

  it('count seconds in an offset that has some', () => {
    expect(offsetsOf('Africa/Monrovia').at(Date.UTC(1971, 0, 1))).toBe(-(44 * 60 + 30) * 1_000);
  });

  it('leave out what is no change of the clock, and what lies outside of the years', () => {
    // Vancouver's summer time became its standard time in November 2026, at the same offset.
    const history = unpackZone(
      packedZone('America/Vancouver') ?? '',
      Date.UTC(2026, 0, 1),
      Date.UTC(2099, 0, 1),
    );
    expect([...history.changes]).toEqual([Date.UTC(2026, 2, 8, 10)]);
    expect([...history.offsets]).toEqual([-8 * 3_600_000, -7 * 3_600_000]);
  });
});

describe('The changes of the clock of a zone', () => {
  const [spring, autumn] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];
  const berlin = offsetsOf('Europe/Berlin');

  it('are found between two instants, both included', () => {
    expect(berlin.changeBetween(spring, spring)).toBe(spring);
    expect(berlin.changeBetween(spring - 5, autumn)).toBe(spring);
    expect(berlin.changeBetween(spring + 1, autumn)).toBe(autumn);
    expect(berlin.changeBetween(spring + 1, autumn - 1)).toBeUndefined();
    expect(offsetsOf('UTC').changeBetween(spring, autumn)).toBeUndefined();
  });

  it('end with the last instant that is asked for, and are none in UTC', () => {
    const changesOf = (zone: string, from: number, to: number) => [
      ...unpackZone(packedZone(zone) ?? '', from, to).changes,
    ];
    expect(changesOf('Europe/Berlin', spring - 1, autumn)).toEqual([spring, autumn]);
    expect(changesOf('Europe/Berlin', spring - 1, autumn - 1)).toEqual([spring]);
    expect(changesOf('UTC', -DAY_MS, autumn)).toEqual([]);
  });

  it('count from their very instant on', () => {
    const skip = Date.UTC(2011, 11, 30, 10);
    const apia = [skip - 1, skip].map((instant) => offsetsOf('Pacific/Apia').at(instant) / 3_600_000);
    expect(apia).toEqual([-10, 14]);
  });

  it('are found after an instant, up to another one', () => {
    expect(berlin.changeAfter(spring - 1, spring)).toBe(spring);
    expect(berlin.changeAfter(spring, autumn)).toBe(autumn);
    expect(berlin.changeAfter(spring, autumn - 1)).toBeUndefined();
  });

  it('are those of a known zone', () => {
    expect(() => offsetsOf('Nowhere/At_All')).toThrow(new RangeError('unknown time zone: Nowhere/At_All'));
  });
});

describe('The offsets of Node', () => {
  it.each([
    ['Europe/Berlin', 60],
    ['America/St_Johns', -210],
    ['Asia/Kathmandu', 345],
    ['Etc/GMT+12', -720],
    ['UTC', 0],
  ])('are east of UTC for %s by %i minutes', (zone, minutes) => {
    expect(nodeOffsets(zone)?.(Date.UTC(2020, 0, 1))).toBe(minutes * 60_000);
  });

  it('are not there for a zone that Node does not know', () => {
    expect(nodeOffsets('Nowhere/At_All')).toBeUndefined();
  });
});

describe('The name of a zone as it is stored', () => {
  const { zones, links, countries } = packagedRules();
  const names = [
    ...zones.map((zone) => zone.split('|')[0] ?? ''),
    ...links.map((link) => link.split('|')[1] ?? ''),
  ];

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['EUROPE/KIEV', 'Europe/Kyiv'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Rangoon', 'Asia/Yangon'],
    ['America/Godthab', 'America/Nuuk'],
    ['America/Indianapolis', 'America/Indiana/Indianapolis'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['Singapore', 'Asia/Singapore'],
    ['Etc/UTC', 'UTC'],
    ['gmt0', 'GMT'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    // Places that have had the same rules since 1970, of which none is outdated.
    ['Europe/Oslo', 'Europe/Oslo'],
    ['Europe/Amsterdam', 'Europe/Amsterdam'],
    ['Atlantic/Reykjavik', 'Atlantic/Reykjavik'],
  ])('is for %s %s', (name, stored) => {
    expect(storedZoneName(name)).toBe(stored);
  });

  it('is a name of the same zone for each of its names, in any case, and stays as it is', () => {
    expect(names.length).toBeGreaterThan(590);
    for (const name of names) {
      const stored = storedZoneName(name) ?? '';
      expect([name, isSameZone(name, stored)]).toEqual([name, true]);
      expect([storedZoneName(name.toLowerCase()), storedZoneName(stored)]).toEqual([stored, stored]);
    }
  });

  it('is none for what is no zone', () => {
    expect(storedZoneName('Nowhere/At_All')).toBeUndefined();
  });

  it('is that name itself for all that people of a country choose from', () => {
    const chosen = countries.flatMap((country) => country.slice(3).split(' '));
    expect(chosen.filter((name) => storedZoneName(name) !== name)).toEqual([]);
  });

  it.each([
    ['Europe/Berlin', 'Europe/Lisbon'],
    ['UTC', 'GMT'],
    ['Etc/GMT+5', 'Etc/GMT-5'],
    ['America/Phoenix', 'America/Denver'],
  ])('differs for %s and %s, which are two zones', (one, other) => {
    expect([isSameZone(one, other), storedZoneName(one) === storedZoneName(other)]).toEqual([false, false]);
  });
});
