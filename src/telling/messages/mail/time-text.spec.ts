import { spanText, startText } from './time-text';

const at = (instant: string) => Date.parse(instant);

describe('spanText', () => {
  it('contains the day, the times, the zone and its offset', () => {
    expect(spanText(at('2026-12-01T08:00:00Z'), at('2026-12-01T08:45:00Z'), 'Europe/Berlin')).toBe(
      'Tuesday, 1 December 2026, 09:00 to 09:45 (Europe/Berlin, UTC+01:00)',
    );
  });

  it('shows UTC without an offset', () => {
    expect(spanText(at('2026-12-01T08:00:00Z'), at('2026-12-01T08:45:00Z'), 'UTC')).toBe(
      'Tuesday, 1 December 2026, 08:00 to 08:45 (UTC)',
    );
  });

  it('contains the day of an end after midnight', () => {
    expect(spanText(at('2026-12-31T23:30:00Z'), at('2027-01-01T00:15:00Z'), 'UTC')).toBe(
      'Thursday, 31 December 2026, 23:30 to Friday, 1 January 2027, 00:15 (UTC)',
    );
  });

  it('distinguishes the two passes of an hour that a clock change repeats', () => {
    const texts = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((instant) =>
      spanText(at(instant), at(instant) + 600_000, 'Europe/Berlin'),
    );
    expect(texts).toEqual([
      'Sunday, 25 October 2026, 02:30 to 02:40 (Europe/Berlin, UTC+02:00)',
      'Sunday, 25 October 2026, 02:30 to 02:40 (Europe/Berlin, UTC+01:00)',
    ]);
  });
});

describe('startText', () => {
  it('shows the local date', () => {
    expect(startText(at('2026-12-01T03:00:00Z'), 'America/Los_Angeles')).toBe(
      'Monday, 30 November 2026, 19:00',
    );
  });
});
