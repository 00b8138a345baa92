import { parseConfig } from '../../platform/config/config';
import { describeMail } from './describe-mail';

describe('describeMail', () => {
  it('names the outbox folder when SMTP_URL is not set', () => {
    expect(describeMail(parseConfig({ DATA_DIR: '/srv/scheduling' }))).toBe(
      'outbox folder /srv/scheduling/outbox (set SMTP_URL to send)',
    );
  });

  it('names the mail server and the sender, but not the password', () => {
    const environment = {
      SMTP_URL: 'smtp://mia:secret@mail.example.com',
      MAIL_FROM: 'Salon <hello@salon.example>',
    };
    expect(describeMail(parseConfig(environment))).toBe(
      'SMTP at mail.example.com:587, from hello@salon.example',
    );
  });

  it('names the default port of smtps', () => {
    expect(describeMail(parseConfig({ SMTP_URL: 'smtps://mail.example.com' }))).toMatch(
      /^SMTP at mail\.example\.com:465,/,
    );
  });
});
