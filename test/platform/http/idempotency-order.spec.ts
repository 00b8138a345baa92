import { blackPng } from '../../support/pictures';
import { startTestService, type TestService } from '../../support/test-service';

const SERVICE = { name: 'Haircut', durationMin: 45 };
const HOURS = { workStart: '09:00', workEnd: '17:00' };
const REUSED = { reason: 'idempotency_key_reused' };

describe('The service refuses a used Idempotency-Key with another body before', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.admin.post('/providers', { name: 'Ana', email: 'ana@example.com' });
  });

  afterAll(() => service.stop());

  const post = (path: string, key: string, body: unknown, more: Record<string, string> = {}) =>
    service.admin.post(path, body, { headers: { 'idempotency-key': key, ...more } });
  const upload = (key: string, part: string, content: Buffer) => {
    const form = new FormData();
    form.append(part, new Blob([new Uint8Array(content)]), 'a.png');
    return service.admin.send('POST', '/providers/2/profile-image', {
      raw: form,
      headers: { 'idempotency-key': key },
    });
  };

  it('the validation of the body', async () => {
    expect((await post('/services', 'a', SERVICE)).status).toBe(201);
    for (const body of [{}, [], { ...SERVICE, name: 5 }])
      expect((await post('/services', 'a', body)).body.error.details).toEqual(REUSED);
  });

  it('the check of If-Match', async () => {
    expect((await post('/business-hours', 'b', HOURS)).status).toBe(200);
    const changed = { ...HOURS, workEnd: '18:00' };
    const answer = await post('/business-hours', 'b', changed, { 'if-match': '"stale"' });
    expect(answer.body.error.details).toEqual(REUSED);
  });

  it('the decoding of an image', async () => {
    expect((await upload('c', 'image', await blackPng(8, 8))).status).toBe(200);
    expect((await upload('c', 'image', Buffer.from('no image'))).body.error.details).toEqual(REUSED);
  });
});

describe('The service stores for an Idempotency-Key', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('no 412, so the client may retry with another If-Match', async () => {
    const headers = { 'idempotency-key': 'a' };
    const post = (more: Record<string, string>) =>
      service.admin.post('/business-hours', HOURS, { headers: { ...headers, ...more } });
    expect((await post({ 'if-match': '"stale"' })).status).toBe(412);
    expect((await post({})).status).toBe(200);
  });

  it('a fingerprint that depends on the API key, but not on the case of the Authorization scheme', async () => {
    const send = (authorization: string) =>
      service.anonymous.post(
        '/categories',
        { name: 'Hair' },
        { headers: { authorization, 'idempotency-key': 'b' } },
      );
    const key = service.admin.key ?? '';
    const other = (await service.keyOf(1)).key;
    expect((await send(`Bearer ${key}`)).status).toBe(201);
    expect((await send(`bearer  ${key}`)).headers.get('idempotency-replayed')).toBe('true');
    expect((await send(`Bearer ${other}`)).status).toBe(201);
    const rows = await service.query<{ n: string }>(
      `select count(distinct fingerprint) as n from idempotency_records where key = 'b'`,
    );
    expect(rows).toEqual([{ n: '2' }]);
  });
});
