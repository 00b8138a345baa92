import fc from 'fast-check';
import type { Temporal as Polyfill } from 'temporal-polyfill';
import { at } from '../../../../test/support/worlds/builders';
import { UNCHANGED_ZONES } from '../../../../test/support/worlds/changed-zones';
import { runs } from '../../../../test/support/worlds/runs';
import { Temporal } from '../../../../test/support/worlds/temporal';
import { type Resolution, dayBounds, localDateOf, localTimeOf, toInstant } from './wall-clock';
import { parseTime } from '../local-date';

function local(text: string) {
  return { date: text.slice(0, 10), timeMin: parseTime(text.slice(11)) ?? NaN };
}

/** The resolution by temporal-polyfill. It does not return the end of a gap, which is the next transition after its earlier answer. */
function expectedResolution(plain: Polyfill.PlainDateTime, zone: string): Resolution {
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  const instant = earlier.epochMilliseconds;
  if (earlier.equals(later)) return { kind: 'exact', instant };
  if (earlier.toPlainDateTime().equals(plain))
    return { kind: 'ambiguous', instant, second: later.epochMilliseconds };
  return { kind: 'gap', instant: earlier.getTimeZoneTransition('next')?.epochMilliseconds ?? NaN };
}

const anyZone = fc.constantFrom(...UNCHANGED_ZONES);
const anyInstant = fc.date({ min: new Date('1972-02-01'), max: new Date('2099-06-30'), noInvalidDate: true });

describe('The conversion of local times', () => {
  it('returns one instant for an ordinary time', () => {
    expect(toInstant(local('2026-12-01T09:00'), 'Europe/Kyiv')).toEqual({
      kind: 'exact',
      instant: at('2026-12-01T09:00+02:00'),
    });
  });

  it('returns the end of the spring gap for a time inside it', () => {
    expect(toInstant(local('2026-03-29T02:30'), 'Europe/Berlin')).toEqual({
      kind: 'gap',
      instant: at('2026-03-29T03:00+02:00'),
    });
  });

  it.each([
    ['2026-03-29T01:59', 'exact', '2026-03-29T01:59+01:00'],
    ['2026-03-29T02:00', 'gap', '2026-03-29T03:00+02:00'],
    ['2026-03-29T02:59', 'gap', '2026-03-29T03:00+02:00'],
    ['2026-03-29T03:00', 'exact', '2026-03-29T03:00+02:00'],
  ])('has the minute %s at the edge of the spring gap: %s', (time, kind, instant) => {
    expect(toInstant(local(time), 'Europe/Berlin')).toEqual({ kind, instant: at(instant) });
  });

  it('returns two instants for a time that the clock shows twice in autumn', () => {
    expect(toInstant(local('2026-10-25T02:30'), 'Europe/Berlin')).toEqual({
      kind: 'ambiguous',
      instant: at('2026-10-25T02:30+02:00'),
      second: at('2026-10-25T02:30+01:00'),
    });
  });

  it('begins a day at 01:00 when the gap contains midnight', () => {
    expect(dayBounds('2018-11-04', 'America/Sao_Paulo')).toEqual({
      start: at('2018-11-04T01:00-02:00'),
      end: at('2018-11-05T00:00-02:00'),
    });
  });

  it('returns an empty day for a date that the time zone skipped', () => {
    const jump = at('2011-12-31T00:00+14:00');
    expect(dayBounds('2011-12-30', 'Pacific/Apia')).toEqual({ start: jump, end: jump });
    expect(dayBounds('2011-12-29', 'Pacific/Apia').end).toBe(jump);
    expect(dayBounds('2011-12-31', 'Pacific/Apia').start).toBe(jump);
    expect(toInstant(local('2011-12-30T12:00'), 'Pacific/Apia')).toEqual({ kind: 'gap', instant: jump });
  });

  it('throws for a date that does not exist and for an unknown time zone', () => {
    expect(() => toInstant(local('2026-02-30T09:00'), 'UTC')).toThrow(RangeError);
    expect(() => localDateOf(0, 'Nowhere/At_All')).toThrow(RangeError);
  });

  it('returns the same date and time as temporal-polyfill for any instant in any zone', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, date) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
        expect(localTimeOf(date.getTime(), zone)).toEqual({
          date: expected.toPlainDate().toString(),
          timeMin: expected.hour * 60 + expected.minute,
        });
        expect(localDateOf(date.getTime(), zone)).toBe(expected.toPlainDate().toString());
      }),
      runs(2_000),
    );
  });

  it('resolves any local time in any zone as temporal-polyfill does', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, fc.integer({ min: -180, max: 180 }), (zone, date, aside) => {
        const some = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
        const change = some.getTimeZoneTransition('next') ?? some;
        const plain = change.toPlainDateTime().add({ minutes: aside }).round('minute');
        expect(toInstant(local(plain.toString().slice(0, 16)), zone)).toEqual(
          expectedResolution(plain, zone),
        );
      }),
      runs(1_500),
    );
  });
});
