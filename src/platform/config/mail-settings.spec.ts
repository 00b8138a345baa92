import { businessOf } from './business';
import { parseConfig } from './config';

describe('The mail settings', () => {
  it('send no mail by default', () => {
    expect(parseConfig({})).toMatchObject({
      smtpUrl: undefined,
      mailFrom: { name: 'Appointments', address: 'appointments@localhost' },
      notifyCustomers: true,
      reminderHours: [24],
      worker: 'on',
    });
  });

  it.each(['mail.example.com', 'https://mail.example.com', 'smtp://', 'smtp://mia:100%@mail.example.com'])(
    'refuse %s as a mail server, with a message that does not contain it',
    (url) => {
      expect(() => parseConfig({ SMTP_URL: url })).toThrow(
        'SMTP_URL must be a URL like smtp://user:password@host:587, with special characters percent-encoded (%40 for @)',
      );
    },
  );

  it('refuse a sender without an address', () => {
    expect(() => parseConfig({ MAIL_FROM: 'Salon' })).toThrow(/^MAIL_FROM must be an address/);
  });

  it.each([
    ['0', []],
    ['2', [2]],
    ['2, 48,720', [720, 48, 2]],
  ])('take %j as the hours of reminders', (value, hours) => {
    expect(parseConfig({ REMINDER_HOURS: value }).reminderHours).toEqual(hours);
  });

  it.each(['721', '48,0', '2,2', '2,02', '48,', '-1', '1.5', '6,5,4,3,2,1'])(
    'refuse %j as the hours of reminders',
    (value) => {
      expect(() => parseConfig({ REMINDER_HOURS: value })).toThrow(
        'REMINDER_HOURS must be 0, or up to 5 different whole numbers from 1 to 720, separated by commas',
      );
    },
  );

  it('refuse a switch that is neither on nor off', () => {
    expect(() => parseConfig({ NOTIFY_CUSTOMERS: 'maybe', WORKER: 'yes' })).toThrow(
      'NOTIFY_CUSTOMERS must be true or false\nWORKER must be one of on, off',
    );
  });

  it.each([
    ['off', []],
    ['on', ['booked', 'moved', 'cancelled']],
    ['cancelled, booked', ['booked', 'cancelled']],
  ])('take %j as what providers are told of', (value, told) => {
    expect(parseConfig({ NOTIFY_PROVIDERS: value }).notifyProviders).toEqual(told);
  });

  it.each(['true', 'booked,', 'on,booked', 'reminded'])(
    'refuse %j as what providers are told of',
    (value) => {
      expect(() => parseConfig({ NOTIFY_PROVIDERS: value })).toThrow(
        'NOTIFY_PROVIDERS must be on, off, or a comma-separated list of booked, moved, cancelled',
      );
    },
  );

  it('take a language that the service has, in its canonical form', () => {
    expect(parseConfig({ BUSINESS_LANGUAGE: 'PT-br' }).businessLanguage).toBe('pt-BR');
    for (const language of ['sr', 'de_DE', 'deutsch'])
      expect(() => parseConfig({ BUSINESS_LANGUAGE: language })).toThrow(
        'BUSINESS_LANGUAGE must be one of en, de, fr, es, it, nl, pt, or a variant such as de-AT',
      );
  });

  it('name the business by the sender where it has no name of its own', () => {
    const nameFrom = (environment: Record<string, string>) => businessOf(parseConfig(environment)).name;
    expect(nameFrom({ MAIL_FROM: 'Salon <a@example.com>', BUSINESS_NAME: 'Salon Linde' })).toBe(
      'Salon Linde',
    );
    expect(nameFrom({ MAIL_FROM: 'Salon <a@example.com>' })).toBe('Salon');
    expect(nameFrom({ MAIL_FROM: 'a@example.com' })).toBe('a@example.com');
  });

  it('refuse a name before the address of the business', () => {
    expect(parseConfig({ BUSINESS_EMAIL: 'a@example.com' }).businessEmail).toBe('a@example.com');
    expect(() => parseConfig({ BUSINESS_EMAIL: 'Salon <a@example.com>' })).toThrow(
      'BUSINESS_EMAIL must be an address',
    );
  });
});
