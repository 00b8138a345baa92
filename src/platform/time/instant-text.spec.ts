import fc from 'fast-check';
import { at } from '../../../test/support/worlds/builders';
import { UNCHANGED_ZONES } from '../../../test/support/worlds/changed-zones';
import { runs } from '../../../test/support/worlds/runs';
import { formatInstant, parseInstant, parseStart } from './instant-text';
import { timeText } from './local-date';
import { HOUR_MS, MINUTE_MS } from './units';
import { localTimeOf } from './zones/wall-clock';

describe('formatInstant', () => {
  it.each([
    ['Europe/Kyiv', '2026-12-01T09:00:00+02:00'],
    ['UTC', '2026-12-01T07:00:00Z'],
    ['Etc/UTC', '2026-12-01T07:00:00Z'],
    ['Europe/London', '2026-12-01T07:00:00+00:00'],
    ['America/St_Johns', '2026-12-01T03:30:00-03:30'],
    ['Asia/Kathmandu', '2026-12-01T12:45:00+05:45'],
  ])('writes the offset of %s', (zone, text) => {
    expect(formatInstant(at('2026-12-01T07:00Z'), zone)).toBe(text);
  });

  it('writes milliseconds only when there are any', () => {
    expect(formatInstant(at('2026-12-01T07:00:09.050Z'), 'UTC')).toBe('2026-12-01T07:00:09.050Z');
  });

  it('writes a text that parseInstant and Date.parse read as the same instant, in any zone', () => {
    const instant = fc.date({
      min: new Date('1970-01-02'),
      max: new Date('2199-12-30'),
      noInvalidDate: true,
    });
    const zone = fc.constantFrom(...UNCHANGED_ZONES);
    fc.assert(
      fc.property(instant, zone, (date, timeZone) => {
        const text = formatInstant(date.getTime(), timeZone);
        expect([parseInstant(text), Date.parse(text)]).toEqual([date.getTime(), date.getTime()]);
      }),
      runs(1_000),
    );
  });
});

describe('Instants that are written one after the other', () => {
  it('show the wall clock of their zone, also around changes of the clock', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    );
    const start = fc.integer({
      min: at('2015-01-01T00:00Z') / MINUTE_MS,
      max: at('2027-01-01T00:00Z') / MINUTE_MS,
    });
    const steps = fc.array(fc.tuple(fc.integer({ min: -30 * 60, max: 30 * 60 }), zone), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(start, steps, (first, list) => {
        for (const [minutes, timeZone] of list) {
          const instant = (first + minutes) * MINUTE_MS;
          const { date, timeMin } = localTimeOf(instant, timeZone);
          expect(formatInstant(instant, timeZone).slice(0, 16)).toBe(`${date}T${timeText(timeMin)}`);
          expect(parseInstant(formatInstant(instant, timeZone))).toBe(instant);
        }
      }),
      runs(1_000),
    );
  });

  it('have the date of the next day at its midnight', () => {
    const texts = ['2026-12-01T23:59Z', '2026-12-02T00:00Z'].map((text) => formatInstant(at(text), 'UTC'));
    expect(texts).toEqual(['2026-12-01T23:59:00Z', '2026-12-02T00:00:00Z']);
  });

  it('change their offset with the clock', () => {
    const texts = [-1, 0, 1].map((hours) =>
      formatInstant(at('2026-03-29T01:00Z') + hours * HOUR_MS, 'Europe/Berlin'),
    );
    expect(texts).toEqual([
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T03:00:00+02:00',
      '2026-03-29T04:00:00+02:00',
    ]);
  });
});

describe('parseInstant', () => {
  it.each([
    '2026-12-01T09:00:00+02:00',
    '2026-12-01t07:00:00z',
    '2026-12-01T07:00Z',
    '2026-12-01T02:00:00.000-05:00',
  ])('accepts %s', (text) => {
    expect(parseInstant(text)).toBe(at('2026-12-01T07:00Z'));
  });

  it.each([
    '',
    '2026-12-01',
    '2026-12-01T09:00',
    '2026-02-30T09:00Z',
    '2026-12-01T24:00Z',
    '2026-12-01T09:00+24:00',
    '2026-12-01T09:00+02:60',
    ' 2026-12-01T09:00Z',
    '2026-12-01T09:00Z ',
    '1764579600',
    'Tue, 01 Dec 2026 09:00:00 GMT',
  ])('refuses “%s”', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('parseStart', () => {
  it('reads a time without an offset as wall-clock time', () => {
    expect(parseStart('2026-12-01T09:00')).toEqual({ date: '2026-12-01', timeMin: 540 });
    expect(parseStart('2026-12-01T09:00:00')).toEqual({ date: '2026-12-01', timeMin: 540 });
    expect(parseStart('2026-12-01T09:00Z')).toBe(at('2026-12-01T09:00Z'));
  });

  it.each([
    ...['2026-02-30T09:00', '2026-12-01T24:00', '2026-12-01T09:00:30', '2026-12-01T09:00:30Z'],
    ...['2026-12-01T09:00:00.001Z', ' 2026-12-01T09:00', '2026-12-01T09:00 ', '09:00', ''],
  ])('refuses “%s”', (text) => {
    expect(parseStart(text)).toBeUndefined();
  });
});
