import { faultOfUrl, MAX_URL_LENGTH, outgoingUrl, parseOutgoingUrl } from './outgoing-url';

const NO_HTTP_URL = 'must be a URL that begins with http:// or https://, in ASCII';

/** Hosts that are not public, in every form in which a URL can have them. */
const PRIVATE_HOSTS = [
  ...['127.0.0.1', '127.255.255.254', '127.1', '127.0.1', '127.0.0.1.', '2130706433', '0x7f000001', '0x7f.1'],
  ...['017700000001', '0177.0.0.1', '0x7f.0x0.0x0.0x1', '%31%32%37.0.0.1', '127.0.0.1%2e'],
  ...['0', '0.0.0.0', '0x', '0.1.2.3', '255.255.255.255', '240.0.0.1', '224.0.0.1', '239.255.255.250'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '3232235777',
    '100.64.0.1',
    '100.127.255.255',
  ],
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '169.254.170.2',
    '192.0.0.192',
    '192.0.2.1',
    '198.51.100.7',
  ],
  ...['203.0.113.9', '198.18.0.1', '192.88.99.1', 'localhost', 'LOCALHOST', 'localhost.', 'api.localhost'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]'],
  ...['[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::169.254.169.254]'],
  ...[
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[febf::1]',
  ],
  ...['[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]'],
  ...['[5f00::1]', '[4000::1]', '[2001:2::1]', '[2001:20::1]'],
];

describe('The URL of a server outside', () => {
  it.each(PRIVATE_HOSTS)('is refused with a host that is not public: %s', (host) => {
    expect(() => parseOutgoingUrl(`http://${host}/hook`, false)).toThrow(
      'the address of the host is not public',
    );
    expect(parseOutgoingUrl(`http://${host}/hook`, true)).toBeInstanceOf(URL);
  });

  it.each([
    ...['93.184.216.34', '1.1.1.1', '8.8.8.8', '134744072', '172.32.0.1', '100.128.0.1', '198.20.0.1'],
    ...['[2606:4700:4700::1111]', '[2a00:1450:4001:82b::200e]', '[::ffff:8.8.8.8]'],
    ...['hooks.example.com', 'localhost.example.com', 'mylocalhost', 'a.b.c.example.'],
  ])('may have a public host or a name: %s', (host) => {
    expect(parseOutgoingUrl(`https://${host}/hook`, false)).toBeInstanceOf(URL);
  });

  it.each([
    ...['', 'example.com', '/hook', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/'],
    ...['javascript:alert(1)', 'https:example.com', 'https:\\\\example.com', 'https://', 'https:///hook'],
    ...['http://[fe80::1%25eth0]/', 'http://[::1', 'http://256.1/', 'http://1.2.3.4.5/', 'http://a b/'],
    ...['http://example.com:99999/', 'http://localhost%00.com/', 'http://①②⑦.0.0.1/', 'http://127。0。0。1/'],
    ...[
      'http://example.com/\u0000',
      'http://exa\nmple.com/',
      'http://example.com/a b',
      'http://e.com\\@10.0.0.1/',
    ],
  ])('is refused when it has another form: %j', (url) => {
    expect(faultOfUrl(url)).toBe(NO_HTTP_URL);
  });

  it('is refused with a user or a password, when it is too long, and when it is no string', () => {
    expect(faultOfUrl('https://user@example.com/')).toBe('must not contain a user or a password');
    expect(faultOfUrl('https://:secret@example.com/')).toBe('must not contain a user or a password');
    expect(faultOfUrl(`https://example.com/${'x'.repeat(MAX_URL_LENGTH)}`)).toMatch('at most 2000');
    expect(faultOfUrl(7)).toBe('must be a string');
  });

  it.each([
    'https://example.com',
    'HTTPS://Example.com:8443/a/@b?c=d#e',
    'http://example.com?x',
    'http://[::1]:80/',
  ])('is accepted by the service and by the document: %s', (url) => {
    const { schema, fault } = outgoingUrl();
    expect([fault(url), new RegExp(String(schema.pattern), 'u').test(url)]).toEqual([undefined, true]);
  });
});
