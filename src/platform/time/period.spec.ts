import { ValidationError } from '../errors/errors';
import { resolveBounds, resolvePeriod } from './period';

const BERLIN = 'Europe/Berlin';
const hours = ({ start, end }: { start: number; end: number }) => (end - start) / 3_600_000;
const faultsOf = (start: string, end: string) => {
  try {
    resolvePeriod({ start, end }, BERLIN);
  } catch (error) {
    return (error as ValidationError).details;
  }
  return undefined;
};

describe('resolvePeriod', () => {
  it('takes dates for whole days, the last one included', () => {
    const period = resolvePeriod({ start: '2026-12-24', end: '2026-12-26' }, BERLIN);
    expect(new Date(period.start).toISOString()).toBe('2026-12-23T23:00:00.000Z');
    expect(hours(period)).toBe(72);
  });

  it.each([
    ['2027-03-28', 23],
    ['2026-10-25', 25],
  ])('has %s for as long as the clock says', (date, length) => {
    expect(hours(resolvePeriod({ start: date, end: date }, BERLIN))).toBe(length);
  });

  it('takes instants as they are', () => {
    const period = resolvePeriod({ start: '2026-12-01T09:00:00-05:00', end: '2026-12-01T15:30:00Z' }, BERLIN);
    expect(new Date(period.start).toISOString()).toBe('2026-12-01T14:00:00.000Z');
    expect(hours(period)).toBe(1.5);
  });

  it('takes a time without an offset from the clock of the zone, its first occurrence', () => {
    const period = resolvePeriod({ start: '2026-10-25T02:30', end: '2026-10-25T03:00' }, BERLIN);
    expect(new Date(period.start).toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(hours(period)).toBe(1.5);
  });

  it('refuses a time that the clock jumps over', () => {
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

  it('refuses a day that the zone skipped', () => {
    const skipped = { start: '2011-12-30', end: '2011-12-30' };
    expect(() => resolvePeriod(skipped, 'Pacific/Apia')).toThrow(ValidationError);
  });
});

describe('resolveBounds', () => {
  it('takes dates where they begin, and leaves out what is absent', () => {
    expect(resolveBounds({ from: '2026-12-01' }, BERLIN)).toEqual({ from: Date.parse('2026-11-30T23:00Z') });
    expect(resolveBounds({ to: '2026-12-01' }, BERLIN)).toEqual({ to: Date.parse('2026-11-30T23:00Z') });
    expect(resolveBounds({}, BERLIN)).toEqual({});
  });

  it('takes a time that the clock jumps over for the end of the jump', () => {
    expect(resolveBounds({ from: '2027-03-28T02:30' }, BERLIN)).toEqual({
      from: Date.parse('2027-03-28T01:00Z'),
    });
  });
});
