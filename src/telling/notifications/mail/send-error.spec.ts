import { isRefusedForGood, reasonOf } from './send-error';

describe('isRefusedForGood', () => {
  it.each([
    ['an unknown recipient', { responseCode: 550, command: 'RCPT TO' }, true],
    ['a message that is refused', { responseCode: 554, command: 'DATA' }, true],
    ['a full mailbox', { responseCode: 452, command: 'RCPT TO' }, false],
    ['a server that is busy', { responseCode: 421, command: 'CONN' }, false],
    ['a sender that is refused', { responseCode: 550, command: 'MAIL FROM' }, false],
    ['a wrong password', { responseCode: 535, command: 'AUTH PLAIN' }, false],
    ['a session out of order', { responseCode: 503, command: 'RCPT TO' }, false],
    ['a server that is away', { code: 'ECONNREFUSED', command: 'CONN' }, false],
  ])('%s', (_what, members, expected) => {
    expect(isRefusedForGood(Object.assign(new Error('no'), members))).toBe(expected);
  });
});

describe('reasonOf', () => {
  it('is one line', () => {
    expect(reasonOf(new Error('550 No\r\n such  user'), undefined)).toBe('550 No such user');
  });

  it('is cut to 500 characters', () => {
    expect(reasonOf(new Error('x'.repeat(10_000)), undefined)).toHaveLength(500);
  });

  it('keeps back the password of SMTP_URL in each of its spellings', () => {
    const spellings = ['p@ss', 'p%40ss', Buffer.from('p@ss').toString('base64')];
    const login = Buffer.from('\0mia\0p@ss').toString('base64');
    expect(reasonOf(new Error([...spellings, login].join(' ')), 'smtp://mia:p%40ss@mail.example.com')).toBe(
      '*** *** *** ***',
    );
  });
});
