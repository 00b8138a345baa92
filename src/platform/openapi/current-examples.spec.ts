import { withCurrentDates } from './current-examples';

const documentOf = (example: string) => ({
  openapi: '3.0.0',
  info: { title: example, version: '1' },
  paths: {},
});
const shown = (example: string, now: string) =>
  withCurrentDates(documentOf(example), Date.parse(now)).info.title;

describe('withCurrentDates', () => {
  it.each(['2026-11-20T08:00:00Z', '2026-12-30T23:00:00Z', '2027-06-05T12:00:00Z', '2031-01-01T00:00:00Z'])(
    'moves the booking of the example to a Tuesday one to two weeks after %s',
    (now) => {
      const date = Date.parse(shown('2026-12-01', now));
      const days = (date - Date.parse(now)) / 86_400_000;
      expect(new Date(date).getUTCDay()).toBe(2);
      expect(days).toBeGreaterThanOrEqual(7);
      expect(days).toBeLessThan(14);
    },
  );

  it('keeps the distances between dates, and the times of day', () => {
    expect(shown('2026-12-24 2026-12-27T09:45:00Z', '2026-12-02T00:00:00Z')).toBe(
      '2027-01-07 2027-01-10T09:45:00Z',
    );
  });
});
