import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The link to a feed', () => {
  let service: TestService;

  afterEach(() => service.stop());

  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    service = await startTestService({ environment });
  };
  /** The links for some headers, without the path of the feed. */
  const origins = async (requests: readonly Readonly<Record<string, string>>[]) => {
    const id = await aProvider(service.admin);
    const links: string[] = [];
    for (const headers of requests) {
      const { status, body } = await service.admin.post(`/providers/${id}/feed`, undefined, { headers });
      expect(status).toBe(201);
      links.push((body.data.url as string).replace(/\/api\/v1\/feeds\/[0-9A-Za-z]{55}\.ics$/, ''));
    }
    return links;
  };

  it('begins with PUBLIC_URL, whatever host the request names', async () => {
    await start({ PUBLIC_URL: 'https://booking.example.com/', TRUST_PROXY: '1' });
    const requests: readonly Readonly<Record<string, string>>[] = [
      {},
      { host: 'evil.example' },
      { host: 'mia@evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    ];
    expect(await origins(requests)).toEqual(requests.map(() => 'https://booking.example.com'));
  });

  it('begins with the plain host of the request while PUBLIC_URL is not set', async () => {
    await start();
    const hosts = [
      'booking.example.com',
      'booking.example.com:8443',
      'Salon_1.example.',
      '192.0.2.7:80',
      '[2001:db8::1]:3000',
    ];
    expect(await origins(hosts.map((host) => ({ host })))).toEqual(hosts.map((host) => `http://${host}`));
  });

  it('begins with localhost for a host that is none', async () => {
    await start();
    const hosts = [
      'mia@evil.example',
      'mia:secret@evil.example:80',
      'evil.example/path',
      'evil.example?x=',
      'evil.example#',
      'evil.example:99999',
      'evil.example:',
      'evil example',
      'evil.example, other.example',
      'evil%2eexample',
      "evil'example",
      '[::1',
      '[1:2]',
      '[evil.example]',
      '-',
      ':80',
      'a'.repeat(9_000),
    ];
    const { port } = new URL(service.url);
    expect(await origins(hosts.map((host) => ({ host })))).toEqual(
      hosts.map(() => `http://localhost:${port}`),
    );
  });

  it('takes the host and the protocol of a proxy only when that is trusted, and checks them', async () => {
    const forwarded = { 'x-forwarded-host': 'booking.example.com', 'x-forwarded-proto': 'https' };
    const forged = { 'x-forwarded-host': 'mia@evil.example', 'x-forwarded-proto': 'https' };
    const script = { 'x-forwarded-host': 'booking.example.com', 'x-forwarded-proto': 'javascript' };
    await start({ TRUST_PROXY: '1' });
    const { port } = new URL(service.url);
    expect(await origins([forwarded, forged, script])).toEqual([
      'https://booking.example.com',
      `http://localhost:${port}`,
      'http://booking.example.com',
    ]);
    await service.stop();
    await start();
    expect(await origins([forwarded])).toEqual([service.url]);
  });
});
