import { addressList, isAllowedAddress } from './allowed-addresses';

describe('A key that works from some addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.9/24', '192.0.2.1', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '::ffff:192.0.2.1', true],
    ['::ffff:192.0.2.0/120', '192.0.2.1', true],
    ['::ffff:192.0.2.0/120', '192.0.3.1', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '198.51.100.1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    ['192.0.2.0/24', 'unknown', false],
    ['192.0.2.0/24', '', false],
  ])('with %s, a request from %s is let in: %s', (block, address, isLetIn) => {
    expect(isAllowedAddress(['203.0.113.9', block], address)).toBe(isLetIn);
  });

  it('does not work from an address that is not known', () => {
    expect(isAllowedAddress(['::/0', '0.0.0.0/0'], undefined)).toBe(false);
  });
});

describe('The option for the addresses of a key', () => {
  const { clean = (value: unknown) => value, fault } = addressList();

  it('is a list without spaces and duplicates', () => {
    expect(clean(' 192.0.2.7 ,2001:db8::/32,192.0.2.7')).toEqual(['192.0.2.7', '2001:db8::/32']);
    expect(fault(clean('192.0.2.7, 2001:db8::/32'))).toBeUndefined();
  });

  it.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.7/33',
    '192.0.2.7/',
    '192.0.2.7/024',
    '10.1',
    '2001:db8::/129',
    '::ffff:1.2.3.4/95',
  ])('refuses %j', (block) => {
    expect(fault(clean(`192.0.2.7,${block}`))).toMatch(
      /^has .*, which is no IP address and no block such as /,
    );
  });

  it('takes at most 50', () => {
    const blocks = (count: number) => clean(Array.from({ length: count }, (_, i) => `192.0.2.${i}`).join());
    expect(fault(blocks(50))).toBeUndefined();
    expect(fault(blocks(51))).toBe('must have at most 50 entries');
  });
});
