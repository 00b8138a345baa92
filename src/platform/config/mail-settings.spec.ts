import { parseConfig } from './config';

describe('The mail settings', () => {
  it('send no mail by default', () => {
    expect(parseConfig({})).toMatchObject({
      smtpUrl: undefined,
      mailFrom: { name: 'Appointments', address: 'appointments@localhost' },
      notifyCustomers: true,
      reminderHours: 24,
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

  it('allow reminders from 0 to 720 hours ahead', () => {
    expect(parseConfig({ REMINDER_HOURS: '0' }).reminderHours).toBe(0);
    expect(() => parseConfig({ REMINDER_HOURS: '721' })).toThrow(
      'REMINDER_HOURS must be a whole number from 0 to 720',
    );
  });

  it('refuse a switch that is neither on nor off', () => {
    expect(() => parseConfig({ NOTIFY_CUSTOMERS: 'maybe', WORKER: 'yes' })).toThrow(
      'NOTIFY_CUSTOMERS must be true or false\nWORKER must be one of on, off',
    );
  });
});
