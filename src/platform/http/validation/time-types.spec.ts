import { dateOrInstant, endTime, localDate, month, startTime, timeZone } from './time-types';

const OUT_OF_RANGE = 'must be a date from 1970-01-01 to 2199-12-31';

describe('A date', () => {
  it.each(['1970-01-01', '2028-02-29', '2199-12-31'])('may be %s', (date) => {
    expect(localDate().fault(date)).toBeUndefined();
  });

  it.each(['1969-12-31', '2200-01-01', '0001-01-01', '9999-12-31'])(
    'is refused with the supported range when it is %s',
    (date) => {
      expect(localDate().fault(date)).toBe(OUT_OF_RANGE);
    },
  );

  it.each(['2026-02-29', '2026-1-1', '2026-12-01T00:00', 20_261_201, null])(
    'is refused as malformed when it is %p',
    (value) => {
      expect(localDate().fault(value)).toBe('must be a date as YYYY-MM-DD');
    },
  );
});

describe('A date or instant in a filter', () => {
  it.each([
    '2026-12-01',
    '2026-12-01T09:00:00.000Z',
    '2026-12-01T09:00:30+02:00',
    '2026-12-01t09:00:30.123456789z',
    '2026-12-01T09:00Z',
    '2026-12-01T09:00',
    '2026-12-01T09:00:30.5',
    new Date(0).toISOString(),
  ])('may be %s', (text) => {
    expect(dateOrInstant().fault(text)).toBeUndefined();
  });

  it.each(['1969-12-31', '2200-01-01T00:00:00Z', '0001-01-01T00:00'])(
    'is refused with the supported range when it is %s',
    (text) => {
      expect(dateOrInstant().fault(text)).toBe(OUT_OF_RANGE);
    },
  );

  it.each([
    '2026-12-01 09:00:00Z',
    '2026-12-01T09:00:60Z',
    '2026-12-01T23:59:60',
    '2026-12-31T23:59:60Z',
    '2026-12-31T18:29:60-05:30',
    '2016-12-31T23:59:60.5Z',
    '2026-12-01T24:00Z',
    '2026-12-01T09:00:00+0200',
    '2026-12-01T09:00:00,5Z',
    '2026-12-01T09:00:00.Z',
    'tomorrow',
    1_764_579_600,
  ])('is refused as malformed when it is %p', (value) => {
    expect(dateOrInstant().fault(value)).toBe(
      'must be a date as YYYY-MM-DD or an instant such as 2026-12-01T09:00:00Z',
    );
  });
});

describe.each([
  ['start', startTime()],
  ['end', endTime()],
])('The %s of an appointment', (_, type) => {
  it.each(['09:00', '2026-12-01T09:00:00.000Z', '2026-12-01T09:00+02:00', '2026-12-01T09:00'])(
    'may be %s',
    (text) => {
      expect(type.fault(text)).toBeUndefined();
    },
  );

  it.each(['2026-12-01T09:00:30Z', '2026-12-01T09:00:00.001Z', '2026-12-01T09:00:30'])(
    'is refused for its seconds when it is %s',
    (text) => {
      expect(type.fault(text)).toBe('must be on a whole minute, without seconds');
    },
  );

  it('is refused with the supported range when it is in 2200', () => {
    expect(type.fault('2200-01-01T09:00Z')).toBe(OUT_OF_RANGE);
  });
});

describe('A month', () => {
  it.each([
    ['2199-12', undefined],
    ['1969-12', 'must be a month from 1970-01 to 2199-12'],
    ['2026-13', 'must be a month as YYYY-MM'],
  ])('with the value %s has the fault %p', (text, fault) => {
    expect(month().fault(text)).toBe(fault);
  });
});

describe('A time zone', () => {
  it.each(['PST', 'JST', 'SystemV/PST8', 'US/Pacific-New', '+02:00', 1])(
    'is refused when it is %p, which is not in the IANA database',
    (value) => {
      expect(timeZone().fault(value)).toBe('must be an IANA time zone such as Europe/Berlin');
    },
  );

  it('may be a name of the IANA database', () => {
    expect(timeZone().fault('America/Los_Angeles')).toBeUndefined();
  });
});
