import { isPermanentRefusal, reasonOf, withoutAddresses } from './send-error';

describe('isPermanentRefusal', () => {
  it.each([
    ['is true for an unknown recipient', { responseCode: 550, command: 'RCPT TO' }, true],
    ['is true for a message that the server refuses', { responseCode: 554, command: 'DATA' }, true],
    ['is false for a full mailbox', { responseCode: 452, command: 'RCPT TO' }, false],
    ['is false for a busy server', { responseCode: 421, command: 'CONN' }, false],
    ['is false for a sender that the server refuses', { responseCode: 550, command: 'MAIL FROM' }, false],
    ['is false for a wrong password', { responseCode: 535, command: 'AUTH PLAIN' }, false],
    ['is false for commands out of order', { responseCode: 503, command: 'RCPT TO' }, false],
    ['is false for a server that cannot be reached', { code: 'ECONNREFUSED', command: 'CONN' }, false],
  ])('%s', (_title, members, expected) => {
    expect(isPermanentRefusal(Object.assign(new Error('no'), members))).toBe(expected);
  });
});

describe('reasonOf', () => {
  it('returns one line', () => {
    expect(reasonOf(new Error('550 No\r\n such  user'), undefined)).toBe('550 No such user');
  });

  it('returns at most 500 characters', () => {
    expect(reasonOf(new Error('x'.repeat(10_000)), undefined)).toHaveLength(500);
  });

  it('replaces the password of SMTP_URL in plain text, percent-encoding and base64', () => {
    const spellings = ['p@ss', 'p%40ss', Buffer.from('p@ss').toString('base64')];
    const login = Buffer.from('\0mia\0p@ss').toString('base64');
    expect(reasonOf(new Error([...spellings, login].join(' ')), 'smtp://mia:p%40ss@mail.example.com')).toBe(
      '*** *** *** ***',
    );
  });
});

describe('withoutAddresses', () => {
  it.each([
    ['550 <mia.k@example.com> is unknown', '550 <***> is unknown'],
    ['550 5.1.1 Mia.K@Example.com: rejected', '550 5.1.1 ***: rejected'],
    ['550 no mailbox MIA.K here', '550 no mailbox *** here'],
    ['550 no mailbox mia.kk here', '550 no mailbox mia.kk here'],
  ])('makes of %j %j', (reason, expected) => {
    expect(withoutAddresses(reason, 'mia.k@example.com')).toBe(expected);
  });
});
