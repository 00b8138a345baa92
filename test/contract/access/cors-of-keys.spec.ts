import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { Database } from '../../../src/platform/database/database';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import { HOUR_MS, SECOND_MS } from '../../../src/platform/time/units';
import { aService } from '../../support/builders';
import { aBrowserKey, PAGE } from '../../support/pages';
import { startTestService, type TestService } from '../../support/test-service';

const STRANGER = 'https://evil.example';
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'altcha,authorization,content-type,idempotency-key,prefer',
};

describe('The CORS policy of browser keys', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '4' } });
  });

  afterEach(() => service.stop());

  const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    fetch(`${service.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const preflight = (origin: string) => ask('OPTIONS', '/api/v1/appointments', { origin, ...PREFLIGHT });
  const allowedTo = (response: Response) => response.headers.get('access-control-allow-origin');

  it('answers the preflight requests of their origins, which carry no key and are not counted', async () => {
    await aBrowserKey(service);
    for (let round = 0; round < 5; round++) {
      const { status, headers } = await preflight(PAGE);
      expect(status).toBe(204);
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': PAGE,
        'access-control-allow-headers': expect.stringMatching(
          /^Altcha,Authorization,Content-Type,Idempotency-Key,/,
        ),
        vary: expect.stringMatching(/\bOrigin\b/),
      });
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it('does not allow other origins, and says that another origin gets another answer', async () => {
    await aBrowserKey(service);
    const others = [STRANGER, 'null', `${PAGE}.evil.example`, 'http://salon.example', `${PAGE}, ${STRANGER}`];
    for (const origin of others) {
      // A new window of the rate limit.
      service.clock.advance(60_000);
      for (const response of [await preflight(origin), await ask('GET', '/api/v1/locations', { origin })]) {
        expect([origin, allowedTo(response)]).toEqual([origin, null]);
        expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
      }
    }
  });

  it('says nothing of origins while there is no browser key', async () => {
    const answers = [await preflight(PAGE), await ask('GET', '/api/v1/locations', { origin: PAGE })];
    expect(answers.map(({ status, headers }) => [status, headers.get('vary')])).toEqual([
      [404, null],
      [200, null],
    ]);
  });

  it('ends with the last key of an origin: revoked, expired, or of a deactivated user', async () => {
    const keys = service.app.get(ApiKeysService);
    const isAllowed = async () => allowedTo(await preflight(PAGE)) === PAGE;
    const first = await aBrowserKey(service);
    const second = await aBrowserKey(service);
    await keys.revoke(COMMAND_LINE, first.id);
    service.clock.advance(SECOND_MS);
    expect(await isAllowed()).toBe(true);
    await keys.revoke(COMMAND_LINE, second.id);
    service.clock.advance(SECOND_MS);
    expect(await isAllowed()).toBe(false);

    const third = await aBrowserKey(service);
    const successor = await keys.rotate(COMMAND_LINE, third.id, HOUR_MS);
    await keys.revoke(COMMAND_LINE, successor.apiKey.id);
    service.clock.advance(SECOND_MS);
    expect(await isAllowed()).toBe(true);
    service.clock.advance(HOUR_MS);
    expect(await isAllowed()).toBe(false);

    await aBrowserKey(service);
    expect(await isAllowed()).toBe(true);
    await service.query(
      `insert into users (name, roles, created_at, updated_at) values ('Boss', '{admin}', now(), now())`,
    );
    await service.query('update users set active = false where id = 1');
    service.clock.advance(SECOND_MS);
    expect(await isAllowed()).toBe(false);
  });

  it('lets a page read every refusal', async () => {
    const serviceId = await aService(service.admin);
    const { id, key } = await aBrowserKey(service, { rateLimit: 6 });
    const headers = { origin: PAGE, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const statuses: number[] = [];
    const see = (response: Response) => {
      statuses.push(response.status);
      expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(response.headers.get('access-control-expose-headers')).toMatch(/ETag.*Location/);
    };
    see(await ask('GET', `/api/v1/services/${serviceId}`, headers));
    see(await ask('GET', '/api/v1/services/4711', headers));
    see(await ask('GET', '/api/v1/nonsense', headers));
    see(await ask('GET', '/api/v1/audit', headers));
    see(await ask('POST', '/api/v1/availability/check', headers, '{}'));
    see(await ask('POST', '/api/v1/availability/check', headers, JSON.stringify(' '.repeat(1_100_000))));
    const failing = jest.spyOn(service.app.get(Database), 'rows');
    failing.mockImplementationOnce(() => Promise.reject(new Error('a fault of the service')));
    see(await ask('GET', '/api/v1/services', headers));
    failing.mockRestore();
    see(await ask('GET', '/api/v1/services', headers));
    see(await ask('GET', '/api/v1/services', headers));
    await service.app.get(ApiKeysService).revoke(COMMAND_LINE, id);
    see(await ask('GET', '/api/v1/services', headers));
    expect(statuses).toEqual([200, 404, 404, 403, 422, 413, 500, 200, 429, 401]);
  });

  it('reads the origins once a second at most, however many requests name unknown ones', async () => {
    await aBrowserKey(service);
    await preflight(PAGE);
    const read = jest.spyOn(service.app.get(Database), 'rows');
    await Promise.all(Array.from({ length: 50 }, (_, i) => preflight(`https://attacker-${i}.example`)));
    expect(read).not.toHaveBeenCalled();
    service.clock.advance(SECOND_MS);
    await Promise.all(Array.from({ length: 50 }, (_, i) => preflight(`https://attacker-${i}.example`)));
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('keeps the origins that it knows while the database is away', async () => {
    await aBrowserKey(service);
    await preflight(PAGE);
    service.clock.advance(SECOND_MS);
    const failing = jest.spyOn(service.app.get(Database), 'rows').mockRejectedValueOnce(new Error('away'));
    expect(allowedTo(await preflight(PAGE))).toBe(PAGE);
    failing.mockRestore();
  });

  it('does not open other paths', async () => {
    await aBrowserKey(service);
    for (const path of ['/health/ready', '/metrics', '/docs'])
      expect(allowedTo(await ask('GET', path, { origin: PAGE }))).toBeNull();
  });
});
