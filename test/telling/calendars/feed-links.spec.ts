import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** Requests that name a host of their own, as a client and as a proxy does. */
const REQUESTS: readonly Readonly<Record<string, string>>[] = [
  {},
  { host: 'evil.example' },
  { host: 'booking.example.com:8443' },
  { host: '[2001:db8::1]:3000' },
  { host: 'mia:secret@evil.example:80' },
  { host: 'evil.example/path?x=#' },
  { host: 'a'.repeat(9_000) },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript', 'x-forwarded-port': '81' },
  { forwarded: 'host=evil.example;proto=https' },
  { 'x-original-host': 'evil.example', 'x-host': 'evil.example', 'x-original-url': 'https://evil.example/' },
  { origin: 'https://evil.example', referer: 'https://evil.example/' },
];

describe('The link to a feed', () => {
  let service: TestService;

  afterEach(() => service.stop());

  /** The beginning of the links that the requests get, without the path of the feed. */
  const originsWith = async (environment: Readonly<Record<string, string>>) => {
    service = await startTestService({ environment });
    const [{ body: place }, id] = [
      await service.admin.post('/locations', { name: 'Studio' }),
      await aProvider(service.admin),
    ];
    const paths = [`/providers/${id}/feed`, `/locations/${place.data.id}/feed`, '/feed'];
    const origins: string[] = [];
    for (const [path, headers] of paths.flatMap((each) => REQUESTS.map((sent) => [each, sent] as const))) {
      const { status, body } = await service.admin.post(path, undefined, { headers });
      expect(status).toBe(201);
      origins.push((body.data.url as string).replace(/\/api\/v1\/feeds\/[0-9A-Za-z]{55}\.ics$/, ''));
    }
    return origins;
  };

  it.each(['0', '1'])(
    'begins with PUBLIC_URL, for every Host of a request, behind %s proxies',
    async (proxies) => {
      const origins = await originsWith({ PUBLIC_URL: 'https://booking.example.com/', TRUST_PROXY: proxies });
      expect(origins).toHaveLength(3 * REQUESTS.length);
      expect([...new Set(origins)]).toEqual(['https://booking.example.com']);
    },
  );

  it.each(['0', '1'])(
    'begins with localhost and the port without PUBLIC_URL, for every Host of a request, behind %s proxies',
    async (proxies) => {
      const origins = await originsWith({ TRUST_PROXY: proxies });
      const { port } = new URL(service.url);
      expect(origins).toHaveLength(3 * REQUESTS.length);
      expect([...new Set(origins)]).toEqual([`http://localhost:${port}`]);
    },
  );
});
