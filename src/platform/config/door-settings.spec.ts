import { ConfigError, parseConfig } from './config';

describe('CORS_ORIGINS', () => {
  const originsOf = (text: string) => parseConfig({ CORS_ORIGINS: text }).corsOrigins;

  it('is empty by default, a list of origins, or *', () => {
    expect(originsOf('')).toEqual([]);
    expect(originsOf('https://app.example.com, http://localhost:5173,')).toEqual([
      'https://app.example.com',
      'http://localhost:5173',
    ]);
    expect(originsOf('*')).toBe('*');
  });

  it.each([
    'app.example.com',
    'https://app.example.com/',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'https://app.example.com,*',
    'ftp://app.example.com',
    'null',
  ])('refuses %s', (text) => {
    expect(() => originsOf(text)).toThrow(ConfigError);
    expect(() => originsOf(text)).toThrow(
      /^CORS_ORIGINS must be origins such as https:\/\/app\.example\.com/,
    );
  });
});

describe('WEBHOOK_ALLOW_PORTS', () => {
  const portsOf = (text: string) => parseConfig({ WEBHOOK_ALLOW_PORTS: text }).webhookAllowPorts;

  it('is empty by default, a list of ports, or *', () => {
    expect(parseConfig({}).webhookAllowPorts).toEqual([]);
    expect(portsOf('')).toEqual([]);
    expect(portsOf('81, 591')).toEqual([81, 591]);
    expect(portsOf('*')).toBe('*');
  });

  it.each(['0', '65536', '80-90', '81,', '81,*', 'http', '-1', '1e2'])('refuses %s', (text) => {
    expect(() => portsOf(text)).toThrow(
      /^WEBHOOK_ALLOW_PORTS must be ports from 1 to 65535 between commas, or \* alone$/,
    );
  });
});

describe('REDIS_URL', () => {
  it.each([
    'redis://localhost',
    'redis://:p%40ss@10.0.0.1:6380/2',
    'rediss://user:secret@redis.example.com/',
  ])('accepts %s', (text) => {
    expect(parseConfig({ REDIS_URL: text }).redisUrl).toBe(text);
  });

  it.each([
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://:p%ss@localhost',
    'redis://localhost/db',
  ])('refuses %s', (text) => {
    expect(() => parseConfig({ REDIS_URL: text })).toThrow(/^REDIS_URL must be a URL like/);
  });
});

describe('SECURITY_CONTACT', () => {
  const contactOf = (text: string) => parseConfig({ SECURITY_CONTACT: text }).securityContact;

  it('is an e-mail address, as a URI, or a page, and none by default', () => {
    expect(parseConfig({}).securityContact).toBeUndefined();
    expect(contactOf('it@salon.example')).toBe('mailto:it@salon.example');
    expect(contactOf('mailto:it%x@salon.example')).toBe('mailto:it%25x@salon.example');
    expect(contactOf('https://salon.example/security')).toBe('https://salon.example/security');
  });

  it.each(['salon.example', 'http://salon.example', 'IT <it@salon.example>', 'a@b\nExpires: 2030'])(
    'refuses %j',
    (text) => {
      expect(() => contactOf(text)).toThrow(/^SECURITY_CONTACT must be an e-mail address, or a URL/);
    },
  );
});

describe('METRICS_TOKEN', () => {
  it('must be 16 ASCII characters or more, without spaces', () => {
    expect(parseConfig({ METRICS_TOKEN: '0123456789abcdef' }).metricsToken).toBe('0123456789abcdef');
    expect(parseConfig({}).metricsToken).toBeUndefined();
    for (const text of ['0123456789abcde', '01234567 89abcdef', '0123456789abcdéf'])
      expect(() => parseConfig({ METRICS_TOKEN: text })).toThrow(
        /^METRICS_TOKEN must be 16 ASCII characters/,
      );
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    ['https://booking.example.com', 'https://booking.example.com'],
    ['https://Booking.example.com/', 'https://booking.example.com'],
    ['http://[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
    ['https://example.com/booking/', 'https://example.com/booking'],
  ])('reads %s as %s', (text, url) => {
    expect(parseConfig({ PUBLIC_URL: text }).publicUrl).toBe(url);
  });

  it.each([
    'booking.example.com',
    'ftp://booking.example.com',
    'https://',
    'https://mia:secret@booking.example.com',
    'https://booking.example.com/?a=1',
    'https://booking.example.com/#top',
    'https://booking example.com',
    'https://booking.example.com:99999',
    `https://${'a.'.repeat(300)}example.com`,
  ])('refuses %s, with a message that does not contain it', (text) => {
    expect(() => parseConfig({ PUBLIC_URL: text })).toThrow(
      /^PUBLIC_URL must be an address such as https:\/\/booking\.example\.com, without a user, a query or a fragment$/,
    );
  });
});

describe('MANAGE_URL', () => {
  it.each([
    'https://www.example.com/manage/{token}',
    'https://www.example.com/manage?link={token}',
    'http://localhost:5173/#{token}',
  ])('is %s', (text) => {
    expect(parseConfig({ MANAGE_URL: text }).manageUrl).toBe(text);
  });

  it.each([
    'https://www.example.com/manage',
    'https://{token}.example.com/manage',
    'https://www.example.com{token}',
    'https://www.example.com/{token}/{token}',
    'https://mia:secret@www.example.com/{token}',
    'ftp://www.example.com/{token}',
    '/manage/{token}',
  ])('refuses %s', (text) => {
    expect(() => parseConfig({ MANAGE_URL: text })).toThrow(/^MANAGE_URL must be an address with \{token\}/);
  });
});
