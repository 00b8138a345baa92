import { ConfigError, parseConfig } from './config';

describe('parseConfig', () => {
  it('returns a default for each absent setting', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      businessTimeZone: 'UTC',
      rateLimit: 120,
    });
  });

  it('treats a blank variable as absent', () => {
    expect(parseConfig({ PORT: ' ' }).port).toBe(3000);
  });

  it('reports all faults at once', () => {
    const faults = {
      PORT: '70000',
      BUSINESS_TIMEZONE: 'Mars/Olympus',
      DATABASE_URL: 'mysql://x',
      RATE_LIMIT: 'many',
    };
    expect(() => parseConfig(faults)).toThrow(ConfigError);
    expect(() => parseConfig(faults)).toThrow(
      [
        'PORT must be a whole number from 0 to 65535',
        'DATABASE_URL must be a URL like postgres://user:password@host:5432/database',
        'BUSINESS_TIMEZONE must be an IANA time zone such as Europe/Berlin; "Mars/Olympus" is none',
        'RATE_LIMIT must be a whole number from 1 to 1000000000',
      ].join('\n'),
    );
  });

  it('refuses a business time zone that is not in the IANA database', () => {
    expect(() => parseConfig({ BUSINESS_TIMEZONE: 'PST' })).toThrow(
      'BUSINESS_TIMEZONE must be an IANA time zone such as Europe/Berlin; "PST" is none',
    );
  });

  it.each([
    ['Etc/UTC', 'UTC'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Europe/Kiev', 'Europe/Kyiv'],
  ])('knows the business time zone %s as %s', (value, zone) => {
    expect(parseConfig({ BUSINESS_TIMEZONE: value }).businessTimeZone).toBe(zone);
  });

  it('returns a frozen object', () => {
    expect(Object.isFrozen(parseConfig({}))).toBe(true);
  });
});
