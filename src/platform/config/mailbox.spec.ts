import { parseMailbox } from './mailbox';

describe('parseMailbox', () => {
  it.each([
    ['hello@salon.example', { address: 'hello@salon.example' }],
    ['<hello@salon.example>', { address: 'hello@salon.example' }],
    ['Salon Ñandú <hello@salon.example>', { name: 'Salon Ñandú', address: 'hello@salon.example' }],
    ['"Silva, Ana" <ana@salon.example>', { name: 'Silva, Ana', address: 'ana@salon.example' }],
  ])('reads %s', (text, expected) => {
    expect(parseMailbox(text)).toEqual(expected);
  });

  it.each(['Salon', 'a@b@c', 'Salon <hello>', 'Salon <a@b>, <c@d>', 'Salon\nBcc: x <a@b.c>', 'a b@c.d'])(
    'refuses %j',
    (text) => {
      expect(parseMailbox(text)).toBeUndefined();
    },
  );
});
