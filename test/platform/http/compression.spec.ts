import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { tokenIn } from '../../booking/manage/support/links';

interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const LONG = 'A long text of the business. '.repeat(60);

describe('Answers in JSON', () => {
  let service: TestService;
  let calendar: string;
  let longService: string;

  beforeAll(async () => {
    service = await startTestService();
    const serviceId = await aService(service.admin, { description: LONG });
    const providerId = await aProvider(service.admin);
    longService = `/services/${serviceId}`;
    calendar = `/availability/calendar?serviceId=${serviceId}&providerId=${providerId}&from=${MONDAY}`;
    for (const start of ['09:00', '10:00', '11:00', '12:00'])
      await anAppointment(service.admin, providerId, serviceId, { start });
  });

  afterAll(() => service.stop());

  /** As Node sends it: `fetch` would decompress. */
  const ask = (
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    body?: string,
  ): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const authorization = `Bearer ${service.admin.key}`;
      request(
        `${service.url}/api/v1${path}`,
        { method, headers: { authorization, ...headers } },
        (answer) => {
          buffer(answer).then((bytes) => {
            resolve({ status: answer.statusCode, headers: answer.headers, bytes });
          }, reject);
        },
      )
        .once('error', reject)
        .end(body);
    });
  const GZIP = { 'accept-encoding': 'gzip, deflate, br' };

  it('are compressed above 1 KB where the client accepts that: a month of times becomes a tenth', async () => {
    const [plain, coded] = [await ask(calendar), await ask(calendar, GZIP)];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(coded.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(coded.bytes.length),
    });
    expect(gunzipSync(coded.bytes).toString()).toBe(plain.bytes.toString());
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 8);
    for (const { headers } of [plain, coded]) expect(headers.vary).toContain('Accept-Encoding');
  });

  it.each([['none'], ['identity'], ['gzip;q=0, identity'], ['br']])(
    'are as they are for a client that accepts %s',
    async (accepted) => {
      const { headers, bytes } = await ask(
        longService,
        accepted === 'none' ? {} : { 'accept-encoding': accepted },
      );
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toMatchObject({ data: { description: LONG.trim() } });
    },
  );

  it('are as they are when they are short, and then do not depend on what the client accepts', async () => {
    const { headers } = await ask('/categories', GZIP);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary ?? '').not.toContain('Accept-Encoding');
  });

  it('have the same headers for HEAD, without a body', async () => {
    const [get, head] = [await ask(longService, GZIP), await ask(longService, GZIP, 'HEAD')];
    const shown = ({ headers }: Sent) =>
      ['etag', 'content-encoding', 'content-length', 'vary'].map((name) => headers[name]);
    expect(shown(head)).toEqual(shown(get));
    expect(head.bytes).toHaveLength(0);
  });

  it('have another strong tag when they are compressed, and each works in If-None-Match and If-Match', async () => {
    const [plain, coded] = [await ask(longService), await ask(longService, GZIP)];
    const tags = [plain, coded].map(({ headers }) => headers.etag ?? '');
    expect(tags[0]).not.toBe(tags[1]);
    for (const tag of tags) {
      expect(tag).toMatch(/^"/);
      const again = await ask(longService, { ...GZIP, 'if-none-match': tag });
      expect([again.status, again.headers.etag, again.headers.vary]).toEqual([
        304,
        tags[1],
        coded.headers.vary,
      ]);
      const headers = { 'if-match': tag };
      expect((await service.admin.send('PATCH', longService, { body: {}, headers })).status).toBe(200);
    }
    await service.admin.patch(longService, { description: `${LONG}!` });
    const headers = { 'if-match': tags[1] ?? '' };
    expect((await service.admin.send('PATCH', longService, { body: {}, headers })).status).toBe(412);
  });

  it('are as they are at an address that is a secret', async () => {
    const { body } = await service.admin.get('/appointments');
    const [{ manageUrl }] = body.data as [{ manageUrl: string }];
    const slots = `/manage/${tokenIn(manageUrl)}/slots?from=${MONDAY}&to=${MONDAY}`;
    const { status, headers, bytes } = await ask(slots, GZIP);
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(bytes.length).toBeGreaterThan(1_024);
  });

  it('are as they are when they answer a write, which may show a secret beside what the request said', async () => {
    const { status, headers, bytes } = await ask(
      longService,
      { ...GZIP, 'content-type': 'application/json' },
      'PATCH',
      '{}',
    );
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(bytes.length).toBeGreaterThan(LONG.length);
  });

  it('are never compressed with links of customers in them, beside which customers write', async () => {
    const { headers, bytes } = await ask('/appointments', GZIP);
    expect(bytes.toString()).toContain('"manageUrl":"');
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('The documentation', () => {
  it('has another tag when it is compressed', async () => {
    const service = await startTestService();
    const tags = await Promise.all(
      ['gzip', 'identity'].map(async (accepted) => {
        const { headers } = await fetch(`${service.url}/docs/openapi.json`, {
          headers: { 'accept-encoding': accepted },
        });
        return headers.get('etag');
      }),
    );
    expect(tags[0]).toBe(`${tags[1]?.slice(0, -1)}.gzip"`);
    await service.stop();
  });
});
