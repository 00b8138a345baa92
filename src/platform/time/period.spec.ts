import { ValidationError } from '../errors/errors';
import { isLocal, resolveBounds, resolvePeriod, resolveRange } from './period';

const BERLIN = 'Europe/Berlin';
const hours = ({ start, end }: { start: number; end: number }) => (end - start) / 3_600_000;
const faultsIn = (resolve: () => unknown) => {
  try {
    resolve();
  } catch (error) {
    return (error as ValidationError).details;
  }
  return undefined;
};
const faultsOf = (start: string, end: string) => faultsIn(() => resolvePeriod({ start, end }, BERLIN));

describe('resolvePeriod', () => {
  it('reads dates as whole days and includes the last one', () => {
    const period = resolvePeriod({ start: '2026-12-24', end: '2026-12-26' }, BERLIN);
    expect(new Date(period.start).toISOString()).toBe('2026-12-23T23:00:00.000Z');
    expect(hours(period)).toBe(72);
  });

  it.each([
    ['2027-03-28', 23],
    ['2026-10-25', 25],
  ])('reads the date %s as an interval of %i hours', (date, length) => {
    expect(hours(resolvePeriod({ start: date, end: date }, BERLIN))).toBe(length);
  });

  it('keeps the seconds and fractions of instants', () => {
    const period = resolvePeriod({ start: '2026-12-01T09:00:00-05:00', end: '2026-12-01T15:30:00Z' }, BERLIN);
    expect(new Date(period.start).toISOString()).toBe('2026-12-01T14:00:00.000Z');
    expect(hours(period)).toBe(1.5);
    const brief = resolvePeriod({ start: '2026-12-01T09:00:00.250Z', end: '2026-12-01T09:00:01Z' }, BERLIN);
    expect(brief.end - brief.start).toBe(750);
  });

  it('reads a time without an offset in the time zone, as the first of two equal times', () => {
    const period = resolvePeriod({ start: '2026-10-25T02:30', end: '2026-10-25T03:00' }, BERLIN);
    expect(new Date(period.start).toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(hours(period)).toBe(1.5);
  });

  it('refuses a time that the clock skips', () => {
    expect(faultsOf('2027-03-28T02:30', '2027-03-28')).toEqual({
      start: 'does not exist on the clock in Europe/Berlin',
    });
    expect(faultsOf('2027-03-28', '2027-03-28T02:30')).toEqual({
      end: 'does not exist on the clock in Europe/Berlin',
    });
  });

  it.each([
    ['2026-12-02', '2026-12-01'],
    ['2026-12-01T10:00', '2026-12-01T10:00'],
    ['2026-12-02T00:00', '2026-12-01'],
  ])('refuses %s to %s', (start, end) => {
    expect(faultsOf(start, end)).toEqual({ end: 'must be later than start' });
  });

  it('refuses a date that the time zone skipped', () => {
    const skipped = { start: '2011-12-30', end: '2011-12-30' };
    expect(() => resolvePeriod(skipped, 'Pacific/Apia')).toThrow(ValidationError);
  });
});

describe('resolveBounds', () => {
  const bounds = (from?: string, to?: string) => {
    const { from: start, to: end } = resolveBounds({ from, to }, BERLIN);
    return [start, end].map((instant) => instant && new Date(instant).toISOString());
  };

  it('reads a date in from as the start of that day, and a date in to as the end of it', () => {
    expect(bounds('2026-12-01', '2026-12-01')).toEqual([
      '2026-11-30T23:00:00.000Z',
      '2026-12-01T23:00:00.000Z',
    ]);
  });

  it('leaves out a bound that is absent', () => {
    expect(resolveBounds({}, BERLIN)).toEqual({});
  });

  it('keeps seconds and fractions, with and without an offset', () => {
    expect(bounds('2026-12-01T09:00:30.125+01:00', '2026-12-01T09:00:59.9999')).toEqual([
      '2026-12-01T08:00:30.125Z',
      '2026-12-01T08:00:59.999Z',
    ]);
  });

  it('reads a time that the clock skips as the end of the gap', () => {
    expect(bounds('2027-03-28T02:30')).toEqual(['2027-03-28T01:00:00.000Z', undefined]);
  });

  it.each([
    ['2026-12-02', '2026-12-01'],
    ['2026-12-01T09:00:00.001Z', '2026-12-01T09:00:00Z'],
    ['2026-12-02T12:00', '2026-12-01'],
    ['2026-12-02', '2026-12-01T12:00'],
  ])('refuses from %s to %s', (from, to) => {
    expect(faultsIn(() => bounds(from, to))).toEqual({ to: 'must not be before from' });
  });

  it('accepts a time in from on the date in to', () => {
    expect(bounds('2026-12-01T12:00', '2026-12-01')).toHaveLength(2);
    expect(bounds('2026-12-01', '2026-12-01T00:00+01:00')).toHaveLength(2);
  });

  it('has no member for a bound that is absent', () => {
    expect([
      Object.keys(resolveBounds({}, BERLIN)),
      Object.keys(resolveBounds({ to: '2026-12-01' }, BERLIN)),
    ]).toEqual([[], ['to']]);
  });

  it('throws for a text that is neither a date nor a time', () => {
    expect(() => bounds('today')).toThrow(new RangeError('neither date nor instant: today'));
  });

  it('accepts an instant in to that equals from', () => {
    expect(bounds('2026-12-01T09:00Z', '2026-12-01T09:00Z')).toHaveLength(2);
  });
});

describe('resolveRange', () => {
  const range = (from: string, to: string) => resolveRange({ from, to }, BERLIN, 2);

  it('accepts so many days, also when the clock makes one of them longer by up to two hours', () => {
    expect(hours(range('2026-12-01', '2026-12-02'))).toBe(48);
    expect(hours(range('2026-10-25', '2026-10-26'))).toBe(49);
    expect(hours(range('2026-12-01T00:00', '2026-12-03T02:00'))).toBe(50);
  });

  it('refuses more, and an end before the start', () => {
    expect(faultsIn(() => range('2026-12-01T00:00', '2026-12-03T02:01'))).toEqual({
      to: 'must be at most 2 days after from',
    });
    expect(faultsIn(() => range('2026-12-02', '2026-12-01'))).toEqual({ to: 'must not be before from' });
  });
});

describe('isLocal', () => {
  it.each([
    ['2026-12-01', true],
    ['2026-12-01T09:00', true],
    ['2026-12-01T09:00Z', false],
    ['2026-12-01T09:00+01:00', false],
  ])('tells of %s whether its instant depends on a zone: %s', (text, isOfZone) => {
    expect(isLocal(text)).toBe(isOfZone);
  });
});
